/** A mail that the service would have sent. */
export interface Mail {
  to: string
  kind: 'email_verification'
  /** What the reader has to give back. */
  token: string
  /** Epoch ms. */
  at: number
}

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

/** See `createMailbox`. */
export type TestMailer = ReturnType<typeof createTestMailer>
