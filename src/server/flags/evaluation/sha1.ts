const encoder = new TextEncoder()

/** Working memory of one digest at a time: the function is synchronous and never calls out. */
const words = new Int32Array(80)

/**
 * SHA-1 of a text's UTF-8 bytes, its first 64 bits as two unsigned halves.
 *
 * Synchronous, unlike the platform's: a flag is decided in one go. Not for secrets.
 */
export function sha1Prefix(text: string): [high: number, low: number] {
  const bytes = padded(encoder.encode(text))
  let a = 0x67452301
  let b = 0xefcdab89 | 0
  let c = 0x98badcfe | 0
  let d = 0x10325476
  let e = 0xc3d2e1f0 | 0

  for (let start = 0; start < bytes.byteLength; start += 64) {
    for (let i = 0; i < 16; i++) words[i] = bytes.getInt32(start + i * 4)
    for (let i = 16; i < 80; i++)
      words[i] = rotate(words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!, 1)
    const before = [a, b, c, d, e] as const
    for (let i = 0; i < 80; i++) {
      const next = (rotate(a, 5) + mix(i, b, c, d) + e + words[i]!) | 0
      e = d
      d = c
      c = rotate(b, 30)
      b = a
      a = next
    }
    a = (a + before[0]) | 0
    b = (b + before[1]) | 0
    c = (c + before[2]) | 0
    d = (d + before[3]) | 0
    e = (e + before[4]) | 0
  }
  return [a >>> 0, b >>> 0]
}

/** The round's choice of bits, its constant added. */
function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}

/** The message, a one bit, zeroes up to a whole block, the length in bits. */
function padded(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / 64)
  const bytes = new Uint8Array(blocks * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x20000000))
  view.setUint32(bytes.length - 4, message.length << 3)
  return view
}
