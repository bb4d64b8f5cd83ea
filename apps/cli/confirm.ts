import { createInterface } from 'node:readline/promises'

/** Whether there is a terminal to ask on. */
export const isInteractive = () => process.stdin.isTTY === true

/** Asks on the terminal; no answer, or interruption, means no. */
export async function confirmOnTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const leave = new AbortController()
  terminal.on('SIGINT', () => leave.abort())
  terminal.on('close', () => leave.abort())
  try {
    const reply = await terminal.question(`${question} (yes/no) `, { signal: leave.signal })
    return /^(y|yes|d|da)$/i.test(reply.trim())
  } catch (error) {
    if (!leave.signal.aborted) throw error
    process.stderr.write('\n')
    return false
  } finally {
    terminal.close()
  }
}
