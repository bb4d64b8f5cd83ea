import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { leastPassphrase } from '../backup/settings.ts'

/**
 * The given passphrase, or one typed on the terminal without echo. A new one is asked for twice.
 * @throws Error that says what to do when there is none.
 */
export async function readPassphrase(given: string | undefined, isNew: boolean): Promise<string> {
  const passphrase = given || (await ask(isNew))
  if (isNew && passphrase.length < leastPassphrase)
    throw new Error(`BACKUP_PASSPHRASE: needs at least ${leastPassphrase} characters`)
  return passphrase
}

async function ask(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('BACKUP_PASSPHRASE: not set, and there is no terminal to ask on')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const leave = new AbortController()
  terminal.on('SIGINT', () => leave.abort())
  const next = async (question: string) => {
    process.stderr.write(question)
    const typed = await terminal.question('', { signal: leave.signal })
    process.stderr.write('\n')
    return typed
  }
  try {
    const passphrase = await next('Passphrase: ')
    if (isNew && passphrase !== (await next('Once more: ')))
      throw new Error('The two passphrases differ')
    return passphrase
  } catch (error) {
    throw leave.signal.aborted ? new Error('\nInterrupted') : error
  } finally {
    terminal.close()
  }
}
