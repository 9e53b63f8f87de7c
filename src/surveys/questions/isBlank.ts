/** Whether a value is anything but a text with a visible character. */
export const isBlank = (text: unknown): boolean => typeof text !== 'string' || text.trim() === ''
