// Minds the server for `npm start`: when it falls, or ends because its database fell, it is started again.
import { spawn } from 'node:child_process'
import { serverFlags } from './server-flags.mjs'

/** How long it waits before the first time, in milliseconds; twice as long each time after. */
const firstMs = 250
const longestMs = 60_000
/** Whoever served so long had got over what went before. */
const calmMs = 60_000

/**
 * Runs the server in a process of its own, and again each time that it falls, until somebody tells either
 * to end. What never served is not tried again: nobody but whoever sits there can mend a setting.
 */
export function mind(file, args) {
  let hasServed = false
  let falls = 0
  let told = false
  let child

  const begin = () => {
    let servedFor = () => 0
    // By the channel it says that it serves, and hears when we are gone.
    child = spawn(process.execPath, [...process.execArgv, ...serverFlags, file, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.once('message', () => {
      hasServed = true
      const since = performance.now()
      servedFor = () => performance.now() - since
    })
    child.on('exit', (code, signal) => {
      if (told || code === 0 || !hasServed) process.exit(code ?? Number(!told))
      if (servedFor() > calmMs) falls = 0
      const waitMs = Math.min(longestMs, firstMs * 2 ** falls++)
      const how = signal ?? `exit code ${code}`
      console.error(`The server has ended (${how}): it is started again in ${waitMs / 1000} s`)
      setTimeout(begin, waitMs)
    })
  }
  const tell = (signal) => {
    told = true
    // Between two starts there is nobody to be told.
    if (!child.kill(signal)) process.exit(0)
  }
  process.on('SIGINT', tell)
  process.on('SIGTERM', tell)
  begin()
}
