/** Names the survey in the fragment of an address; the number is that of the encoding. */
const MARK = '#s1='

/** A text, deflated and in letters that an address can hold. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The text of `pack`. Rejects for anything else. */
export async function unpack(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, letter => letter.charCodeAt(0))
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}

/** The address of a page with a survey in it. Nothing of it reaches a server: browsers keep fragments to themselves. */
export async function linkTo(address: string, json: string): Promise<string> {
  return address.split('#')[0] + MARK + (await pack(json))
}

/** The survey's JSON in an address; `undefined` when it carries none. Rejects for one that was cut off. */
export async function textInLink(hash: string): Promise<string | undefined> {
  return hash.startsWith(MARK) ? unpack(hash.slice(MARK.length)) : undefined
}
