import type { Mail } from '../serviceContext'

/** Creates a mailer that keeps emails for tests instead of sending them. */
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
