/** A call takes a limited number of arguments. */
const CODES_PER_CALL = 8192

/** Returns the text of UTF-16 codes. A text without a character beyond Latin-1 takes one byte per character. */
export function codesToText(codes: Uint16Array): string {
  const parts: string[] = []
  for (let start = 0; start < codes.length; start += CODES_PER_CALL)
    parts.push(Reflect.apply(String.fromCharCode, null, codes.subarray(start, start + CODES_PER_CALL)))
  return parts.join('')
}
