/** Prefix of a URL fragment that contains a survey. The number is the version of the encoding. */
const FRAGMENT_PREFIX = '#s1='

/** Compresses a text with deflate and encodes it as base64url. */
export async function compress(text: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  const characters = Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes the result of `compress`. Rejects for any other input. */
export async function decompress(compressed: string): Promise<string> {
  const characters = atob(compressed.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(characters, character => character.charCodeAt(0))
  return new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw')))
}

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}

/** Returns a URL with a survey in its fragment, which browsers do not send to the server. */
export async function createShareLink(url: string, json: string): Promise<string> {
  return url.split('#')[0] + FRAGMENT_PREFIX + (await compress(json))
}

/** Returns the JSON of the survey in a fragment; `undefined` when it contains none. Rejects for truncated data. */
export async function readShareLink(hash: string): Promise<string | undefined> {
  return hash.startsWith(FRAGMENT_PREFIX) ? decompress(hash.slice(FRAGMENT_PREFIX.length)) : undefined
}
