export type EmailMessage = { readonly to: string; readonly subject: string; readonly text: string }

export type Mailer = {
  /**
   * `refused`: the server will never accept it.
   * @throws Error when it may accept it later.
   */
  send(letter: EmailMessage): Promise<'sent' | 'no-provider' | 'refused'>
}

/** The mailer without a configured server: it sends nothing, and says so. */
export const noMail: Mailer = { send: async () => 'no-provider' }
