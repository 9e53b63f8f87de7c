/** Whether an input method handles the key to compose a character. Safari marks the last of these keys only by code 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229
