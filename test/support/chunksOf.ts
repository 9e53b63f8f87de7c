import type { ChunkLoader } from '../../src/client/chunkLoader'
import type { Chunks } from '../../src/client/chunkRegistry'

/** Returns the `load` of a chunk loader that has these parts. It rejects for the others. */
export const chunksOf =
  (chunks: Partial<Chunks>): ChunkLoader['load'] =>
  async name => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`this test has no ${name}`)
    return chunk
  }
