import { gzipSync, strToU8 } from 'fflate'
import lzString from 'lz-string'

/** The encodings that browsers do not have, or have only asynchronously. Loaded off the critical path. */
export interface Encoders {
  gzip(text: string): Uint8Array
  /** The base64 form, as the service reads it. */
  lz64(text: string): string
}

export const encoders: Encoders = {
  gzip: text => gzipSync(strToU8(text), { mtime: 0 }),
  lz64: text => lzString.compressToBase64(text),
}
