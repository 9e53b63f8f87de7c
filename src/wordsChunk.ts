import { registerChunk } from './client/chunkRegistry'
import { lookUpWord } from './surveys/words/lookUpWord'

registerChunk({ words: lookUpWord })
