import { afterAll, afterEach, beforeEach } from 'vitest'
import { closeStores, endTest, startTest } from './testStore'

// A setup file runs for each test file, also where files share a process and its modules.
beforeEach(startTest)
afterEach(endTest)
afterAll(closeStores)
