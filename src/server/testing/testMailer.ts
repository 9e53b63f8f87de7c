import type { Mail } from '../serviceContext'

/** Mails go nowhere but here, where tests read them. */
export function createTestMailer() {
  let mails: Mail[] = []
  return {
    send(mail: Mail): void {
      mails.push(mail)
    },
    all: (): Mail[] => [...mails],
    clear(): void {
      mails = []
    },
  }
}

/** See `createTestMailer`. */
export type TestMailer = ReturnType<typeof createTestMailer>
