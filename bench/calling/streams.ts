import { get, type IncomingMessage } from 'node:http'
import { answersReceived } from '#features/answers/contract.ts'
import { liveStream } from '#kit/contract/live.ts'

/** An open screen: of how many reports it was told, and when last, as `Date.now` tells it. */
export type StreamScreen = {
  readonly told: number
  readonly toldAt: number
  readonly isOpen: boolean
}

export type Screens = {
  readonly all: readonly StreamScreen[]
  /** What is called from here on whenever a screen is told of a report. */
  onReport(hear: (() => void) | undefined): void
  close(): void
}

/** Opens as many screens as are wanted, on each of the servers in turn. */
export async function openScreens(
  urls: readonly string[],
  token: string,
  count: number,
): Promise<Screens> {
  let hear: (() => void) | undefined
  const opening = Array.from({ length: count }, async (_, place) => {
    const response = await open(`${urls[place % urls.length]}${liveStream.path}`, token)
    const screen = { told: 0, toldAt: 0, isOpen: true }
    response.once('close', () => {
      screen.isOpen = false
    })
    const read = counter((reports) => {
      screen.told += reports
      screen.toldAt = Date.now()
      for (let report = 0; report < reports; report++) hear?.()
    })
    response.setEncoding('latin1').on('data', read)
    return { screen, response }
  })
  const all = await Promise.all(opening)
  return {
    all: all.map(({ screen }) => screen),
    onReport: (next) => {
      hear = next
    },
    close: () => {
      for (const { response } of all) response.destroy()
    },
  }
}

/** From its first byte on, a screen may count on being told. */
async function open(url: string, token: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).on('error', reject)
  })
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
  await new Promise((resolve) => response.once('readable', resolve))
  return response
}

/**
 * Counts the events of a stream that tell of a report, however it comes. It looks for how they begin and
 * no further: three hundred browsers read on three hundred machines, here they share two processors with
 * what is measured.
 */
function counter(found: (reports: number) => void): (chunk: string) => void {
  const begin = `event: ${answersReceived.name}\n`
  let rest = ''
  return (chunk) => {
    const text = rest + chunk
    let reports = 0
    let next = 0
    for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, next)) {
      reports += 1
      next = at + begin.length
    }
    // One that is cut in two is found with what comes next.
    rest = text.slice(Math.max(next, text.length - begin.length + 1))
    if (reports > 0) found(reports)
  }
}
