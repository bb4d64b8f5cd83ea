export type Letter = { readonly to: string; readonly subject: string; readonly text: string }

export type Mail = {
  /**
   * `refused`: the server will never take it.
   * @throws Error when it may take it later.
   */
  send(letter: Letter): Promise<'sent' | 'no-provider' | 'refused'>
}

/** Where letters go when no server is set up: nowhere, and whoever sends them is told. */
export const noMail: Mail = { send: async () => 'no-provider' }
