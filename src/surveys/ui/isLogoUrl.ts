/** Whether an image may stand above a survey: loaded as those in descriptions are (D-222), or without a request. See D-579. */
export const isLogoUrl = (logo: unknown): logo is string =>
  typeof logo === 'string' && /^(https:|data:image\/)/.test(logo)
