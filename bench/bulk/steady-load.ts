import { type Line, openHttpLine } from '../calling/http-line.ts'

/** Start and end, from `performance.now()`. */
export type Span = { readonly from: number; readonly to: number }

/** The calls during some work. */
export type LoadResult = {
  /** Latencies in milliseconds from the due time, sorted. */
  readonly took: readonly number[]
  readonly slowest: Span | undefined
  /** The problems of refused calls. */
  readonly refused: readonly string[]
}

/** Open-loop load: calls do not wait for the replies of earlier ones. */
export type SteadyLoad = {
  /** The results of calls that were due during some work; an allowed refusal counts as an answer. */
  during(lasting: Promise<unknown>, mayRefuse?: RegExp): Promise<LoadResult>
  leave(): Promise<void>
}

function nextOf(free: Line[]): Line | undefined {
  let line = free.pop()
  while (line?.isClosed()) line = free.pop()
  return line
}

const msOf = ({ from, to }: Span) => to - from

/**
 * Sends calls at a fixed rate on as many connections as needed (open loop). A waiting call delays no later one, and is
 * timed from its due time.
 */
export function steadyLoad(url: string, perSecond: number, calls: Iterator<string>): SteadyLoad {
  const free: Line[] = []
  const all: Line[] = []
  const open = async () => {
    const line = await openHttpLine(url)
    all.push(line)
    return line
  }
  const sendOne = async (answered: Span[], refused: string[], mayRefuse?: RegExp) => {
    const from = performance.now()
    const call = calls.next()
    // An empty call would never get a reply.
    if (call.done) throw new Error('There are fewer calls than are to be sent')
    const line = nextOf(free) ?? (await open())
    const wrong = await line.send(call.value)
    if (wrong === undefined || mayRefuse?.test(wrong))
      answered.push({ from, to: performance.now() })
    else refused.push(wrong)
    free.push(line)
  }
  return {
    during: async (lasting, mayRefuse) => {
      const [answered, refused] = [[] as Span[], [] as string[]]
      const underWay = new Set<Promise<void>>()
      const began = performance.now()
      let sent = 0
      const sendDue = () => {
        for (const due = ((performance.now() - began) / 1000) * perSecond; sent < due; sent++) {
          const one = sendOne(answered, refused, mayRefuse).finally(() => underWay.delete(one))
          underWay.add(one)
        }
      }
      const ticking = setInterval(sendDue, 1000 / perSecond)
      await lasting.finally(() => clearInterval(ticking))
      await Promise.all(underWay)
      const inOrder = answered.sort((one, other) => msOf(one) - msOf(other))
      return { took: inOrder.map(msOf), slowest: inOrder.at(-1), refused }
    },
    leave: async () => {
      await Promise.all(all.map((line) => line.close()))
    },
  }
}
