import { gzipSync, strToU8 } from 'fflate'
import lzString from 'lz-string'

/** Encodings that browsers lack, or provide only asynchronously. Loaded on demand. Interface 4.4. */
export interface Encoders {
  /** Returns raw gzip. */
  gzip(text: string): Uint8Array
  /** Returns lz-string output as base64. */
  lz64(text: string): string
}

/** The encoders based on fflate and lz-string. */
export const encoders: Encoders = {
  gzip: text => gzipSync(strToU8(text), { mtime: 0 }),
  lz64: text => lzString.compressToBase64(text),
}
