/** A call takes a limited number of arguments. */
const CODES_PER_CALL = 8192

/** Returns the text of UTF-16 codes. A text without a character beyond Latin-1 takes one byte per character. */
export function codesToText(length: number, codeAt: (index: number) => number): string {
  const codes = new Uint16Array(Math.min(length, CODES_PER_CALL))
  const parts: string[] = []
  for (let start = 0; start < length; start += CODES_PER_CALL) {
    const count = Math.min(CODES_PER_CALL, length - start)
    for (let index = 0; index < count; index++) codes[index] = codeAt(start + index)
    parts.push(Reflect.apply(String.fromCharCode, null, codes.subarray(0, count)))
  }
  return parts.join('')
}
