import { readFile } from 'node:fs/promises'

/** Measures steal time, if this is a virtual machine; only known on Linux. */
export async function watchStolen(): Promise<() => Promise<number | undefined>> {
  const before = await timesOf()
  return async () => {
    const after = await timesOf()
    const passed = after.all - before.all
    return passed === 0 ? undefined : (after.stolen - before.stolen) / passed
  }
}

/** Linux's counters since boot (proc(5), /proc/stat). */
async function timesOf(): Promise<{ readonly all: number; readonly stolen: number }> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '')
  const [, ...times] = text.split('\n', 1)[0]?.split(/\s+/) ?? []
  // Guest time is part of the first two already.
  const own = times.slice(0, 8).map(Number)
  return { all: own.reduce((sum, time) => sum + time, 0), stolen: own[7] ?? 0 }
}
