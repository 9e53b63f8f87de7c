import { createMemoryStore } from '../../../src/server/index'
import { storeContract } from './storeContract'

storeContract('memory', createMemoryStore)
