import { openHttpLine } from './http-line.ts'
import { sampleDuring } from './sample-during.ts'

/** How often somebody looks, in milliseconds. */
const everyMs = 500

/** Somebody who makes the same call now and again, while others are at work. */
export type BackgroundCaller = {
  /** How long each call took while something lasts, in milliseconds, the shortest first. */
  during(lasting: Promise<unknown>): Promise<number[]>
  leave(): Promise<void>
}

/** The first call is not counted: it makes ready what the others find. */
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
