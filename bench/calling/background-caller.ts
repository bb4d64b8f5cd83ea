import { openHttpLine } from './http-line.ts'
import { sampleDuring } from './sample-during.ts'

/** The pause between calls, in milliseconds. */
const everyMs = 500

/** Repeats the same call at intervals during other load. */
export type BackgroundCaller = {
  /** How long each call took during some work, in milliseconds, sorted. */
  during(lasting: Promise<unknown>): Promise<number[]>
  leave(): Promise<void>
}

/** The first call is warm-up: it fills the caches. */
export async function backgroundCaller(url: string, call: string): Promise<BackgroundCaller> {
  const line = await openHttpLine(url)
  const look = async () => {
    const from = performance.now()
    const wrong = await line.send(call)
    if (wrong !== undefined) throw new Error(`A call failed: ${wrong}`)
    return performance.now() - from
  }
  await look()
  return {
    during: async (lasting) => {
      const took = await sampleDuring(lasting, everyMs, look)
      return took.sort((one, other) => one - other)
    },
    leave: () => line.close(),
  }
}
