/** Names the survey in the fragment of an address; the number is that of the encoding. */
const FRAGMENT_PREFIX = '#s1='

/** A text, deflated and in letters that an address can hold. */
export async function compress(text: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  const characters = Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The text of `pack`. Rejects for anything else. */
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

/** The address of a page with a survey in it. Nothing of it reaches a server: browsers keep fragments to themselves. */
export async function createShareLink(url: string, json: string): Promise<string> {
  return url.split('#')[0] + FRAGMENT_PREFIX + (await compress(json))
}

/** The survey's JSON in an address; `undefined` when it carries none. Rejects for one that was cut off. */
export async function readShareLink(hash: string): Promise<string | undefined> {
  return hash.startsWith(FRAGMENT_PREFIX) ? decompress(hash.slice(FRAGMENT_PREFIX.length)) : undefined
}
