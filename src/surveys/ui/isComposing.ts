/** True: the key belongs to an input method, which is choosing a character; 229 is how Safari says so for the last of them. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229
