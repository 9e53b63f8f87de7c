import type { Mail } from '../serviceContext'

/** Anybody may request an email. */
const MAX_MAILS = 1000

/** Creates a mailer that keeps emails for tests instead of sending them. */
export function createTestMailer() {
  let mails: Mail[] = []
  return {
    send(mail: Mail): void {
      mails.push(mail)
      if (mails.length > MAX_MAILS) mails.shift()
    },
    all: (): Mail[] => [...mails],
    clear(): void {
      mails = []
    },
  }
}
