import { describe } from 'vitest'
import { modulePath } from '../support/docs'

// In a file of its own, because the page mocks the package.
describe('docs/testing.md', async () => {
  await import(modulePath('testing', 'order.test.ts'))
})
