import { readFile } from 'node:fs/promises'

/**
 * Begins to watch what part of the processors is taken, if this is a machine within another; nothing is
 * known of it but on Linux.
 */
export async function watchStolen(): Promise<() => Promise<number | undefined>> {
  const before = await timesOf()
  return async () => {
    const after = await timesOf()
    const passed = after.all - before.all
    return passed === 0 ? undefined : (after.stolen - before.stolen) / passed
  }
}

/** As Linux counts them since it started (proc(5), /proc/stat). */
async function timesOf(): Promise<{ readonly all: number; readonly stolen: number }> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '')
  const [, ...times] = text.split('\n', 1)[0]?.split(/\s+/) ?? []
  // What guests had is among the first two already.
  const own = times.slice(0, 8).map(Number)
  return { all: own.reduce((sum, time) => sum + time, 0), stolen: own[7] ?? 0 }
}
