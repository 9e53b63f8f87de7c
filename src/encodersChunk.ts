import { registerChunk } from './client/chunkRegistry'
import { encoders } from './transport/encoders'

registerChunk({ encoders })
