export type EmailMessage = { readonly to: string; readonly subject: string; readonly text: string }

export type Mailer = {
  /**
   * `refused`: the server will never take it.
   * @throws Error when it may take it later.
   */
  send(letter: EmailMessage): Promise<'sent' | 'no-provider' | 'refused'>
}

/** Where letters go when no server is set up: nowhere, and whoever sends them is told. */
export const noMail: Mailer = { send: async () => 'no-provider' }
