// The load generator process: `node --import tsx load.ts JOB`; it prints its measurements.
import { readFile } from 'node:fs/promises'
import { percentile } from '../spread.ts'
import { type Line, openHttpLine } from './http-line.ts'
import type { Job, Measured } from './loading.ts'
import { openSqlLine } from './sql-line.ts'

/**
 * Warm-up in seconds: this process has just been started, and its first calls leave all at the same instant.
 * For a short run an eighth.
 */
const settling = 0.5

/** Calls with so many in flight until the time is over, or the calls run out. */
async function load({ url, file, inFlight, seconds, isRepeated }: Job): Promise<Measured> {
  const calls = (await readFile(file, 'utf8')).split('\0')
  const open = url.startsWith('http') ? openHttpLine : openSqlLine
  const lines = await Promise.all(Array.from({ length: inFlight }, () => open(url)))
  const took: number[] = []
  const wrongs: string[] = []
  let next = 0
  const began = performance.now()
  const until = began + seconds * 1000
  const steadyFrom = began + 1000 * Math.min(settling, seconds / 8)
  const take = () => {
    if (performance.now() > until) return undefined
    const call = calls[isRepeated ? next % calls.length : next]
    if (call !== undefined) next++
    return call
  }
  /** A server also closes connections of strangers: then another is opened. */
  const lineFor = async (nth: number): Promise<Line> => {
    const line = lines[nth]
    if (line && !line.isClosed()) return line
    const anew = await open(url)
    lines[nth] = anew
    return anew
  }
  const work = async (nth: number) => {
    for (let call = take(); call !== undefined; call = take()) {
      const line = await lineFor(nth)
      const from = performance.now()
      const wrong = await line.send(call)
      if (wrong !== undefined) wrongs.push(wrong)
      else if (from >= steadyFrom) took.push(performance.now() - from)
    }
  }
  await Promise.all(lines.map((_, nth) => work(nth)))
  const endedAt = Date.now()
  const elapsed = (performance.now() - steadyFrom) / 1000
  await Promise.all(lines.map((line) => line.close()))
  return {
    sent: next,
    perSecond: took.length / elapsed,
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    failed: wrongs.length,
    endedAt,
    ...(wrongs[0] !== undefined && { wrong: wrongs[0] }),
  }
}

console.log(JSON.stringify(await load(JSON.parse(process.argv[2] ?? '') as Job)))
