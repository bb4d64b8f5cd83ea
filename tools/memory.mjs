// Test data is discarded within minutes: where there is memory to spare it stays in memory. On a shared disk
// creating and dropping a test's database takes several times as long. Only Node's own modules may be
// imported here.
import { statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const memory = '/dev/shm'
const enough = 3 * 2 ** 30

if (!process.env.TMPDIR && Math.min(roomIn(memory), freemem()) >= enough)
  process.env.TMPDIR = memory

/** In bytes; none where there is no such folder. */
function roomIn(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
