const PLUS = 0x2b
const SPACE = 0x20
const PERCENT = 0x25

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Decodes a value of a form as `URLSearchParams` does: a wrong escape stays as it is, and wrong UTF-8 becomes `\ufffd`. */
export function decodeFormValue(value: string): string {
  const bytes = encoder.encode(value)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    const escaped =
      byte === PERCENT ? hexValue(bytes[index + 1]) * 16 + hexValue(bytes[index + 2]) : Number.NaN
    if (!Number.isNaN(escaped)) index += 2
    bytes[length++] = Number.isNaN(escaped) ? (byte === PLUS ? SPACE : byte) : escaped
  }
  return decoder.decode(bytes.subarray(0, length))
}

/** Returns the value of a hexadecimal digit. `NaN` for another code. */
function hexValue(code: number | undefined): number {
  if (code === undefined) return Number.NaN
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}
