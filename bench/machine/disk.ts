import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** About what a batch of reports adds to PostgreSQL's log. */
const size = 256 * 1024
/** The positions to overwrite cyclically, as PostgreSQL does with its log files. */
const places = 64
/** Between two writes, in milliseconds: about as often as batches commit. */
const pause = 20

/** The latency of synced writes on an idle disk, in milliseconds. */
export async function listDiskWaits(seconds: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'veghe-disk-'))
  const file = await open(join(folder, 'written'), 'w')
  try {
    await file.write(Buffer.alloc(size * places))
    await file.sync()
    const data = Buffer.alloc(size, 1)
    const waits: number[] = []
    const until = performance.now() + seconds * 1000
    for (let nth = 0; performance.now() < until; nth++) {
      await file.write(data, 0, size, (nth % places) * size)
      const from = performance.now()
      await file.datasync()
      waits.push(performance.now() - from)
      await wait(pause)
    }
    return waits
  } finally {
    await file.close()
    await rm(folder, { recursive: true })
  }
}
