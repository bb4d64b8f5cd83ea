// Supervises the server for `npm start`: when it crashes, or exits because its database crashed, it is
// restarted.
import { spawn } from 'node:child_process'
import { serverFlags } from './server-flags.mjs'

/** The pause before the first restart, in milliseconds; twice as long each time after. */
const firstMs = 250
const longestMs = 60_000
/** After running this long a server counts as recovered. */
const calmMs = 60_000

/**
 * Runs the server in a separate process, and restarts it after each crash, until either is stopped. A
 * server that never served is not retried: only a person can correct a setting.
 */
export function mind(file, args) {
  let hasServed = false
  let falls = 0
  let told = false
  let child

  const begin = () => {
    let servedFor = () => 0
    // Over the channel it reports that it serves, and notices when we are gone.
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
    // Between two starts there is no process to signal.
    if (!child.kill(signal)) process.exit(0)
  }
  process.on('SIGINT', tell)
  process.on('SIGTERM', tell)
  begin()
}
