import { setTimeout as pause } from 'node:timers/promises'
import { type Line, openHttpLine } from '../bench/calling/http-line.ts'

/** The result of one call. */
export type CallOutcome = {
  readonly kind: string
  /** When the call was made, in milliseconds after the first. */
  readonly atMs: number
  readonly tookMs: number
  /** Undefined when it succeeded. */
  readonly wrong: string | undefined
}

type ScheduledCall = { readonly kind: string; readonly call: string }

/** The interval between arrivals, in milliseconds. */
const everyMs = 10
/** More than any test machine can handle. */
const mostLines = 2000

/**
 * Open loop: callers arrive at a fixed rate however long the server takes, as people do. A closed loop slows
 * down with the server.
 */
export async function runOpenLoop(
  url: string,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  next: (nth: number) => ScheduledCall,
): Promise<CallOutcome[]> {
  const idle: Line[] = []
  const all: Line[] = []
  const outcomes: CallOutcome[] = []
  const began = performance.now()
  const send = async ({ kind, call }: ScheduledCall) => {
    const from = performance.now()
    const line = idle.pop() ?? (await openHttpLine(url))
    if (!all.includes(line)) all.push(line)
    const wrong = await line.send(call)
    outcomes.push({ kind, atMs: from - began, tookMs: performance.now() - from, wrong })
    idle.push(line)
  }
  const underWay: Promise<void>[] = []
  while (performance.now() - began < seconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    while (underWay.length < due && underWay.length - outcomes.length < mostLines)
      underWay.push(send(next(underWay.length)))
    await pause(everyMs)
  }
  await Promise.all(underWay)
  await Promise.all(all.map((line) => line.close()))
  return outcomes
}

/** Closed loop: each caller waits for its reply; returns the calls per second. */
export async function takeTurns(
  url: string,
  { callers, seconds }: { readonly callers: number; readonly seconds: number },
  next: (nth: number) => ScheduledCall,
): Promise<number> {
  let [begun, done] = [0, 0]
  const until = performance.now() + seconds * 1000
  const call = async () => {
    const line = await openHttpLine(url)
    while (performance.now() < until) {
      const wrong = await line.send(next(begun++).call)
      if (wrong !== undefined) throw new Error(wrong)
      done += 1
    }
    await line.close()
  }
  await Promise.all(Array.from({ length: callers }, call))
  return done / seconds
}
