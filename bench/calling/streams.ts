import { get, type IncomingMessage } from 'node:http'
import { answersReceived } from '#features/answers/contract.ts'
import { liveStream } from '#kit/contract/live.ts'

/** An open screen: the number of report events, and the time of the last one, from `Date.now`. */
export type StreamScreen = {
  readonly announcements: number
  readonly announcedAt: number
  readonly isOpen: boolean
}

export type Screens = {
  readonly all: readonly StreamScreen[]
  /** Sets a callback for every report event. */
  onReport(hear: (() => void) | undefined): void
  close(): void
}

/** Opens the given number of screens, distributed over the servers. */
export async function openScreens(
  urls: readonly string[],
  token: string,
  count: number,
): Promise<Screens> {
  let hear: (() => void) | undefined
  const opening = Array.from({ length: count }, async (_, place) => {
    const response = await open(`${urls[place % urls.length]}${liveStream.path}`, token)
    const screen = { announcements: 0, announcedAt: 0, isOpen: true }
    response.once('close', () => {
      screen.isOpen = false
    })
    const read = counter((reports) => {
      screen.announcements += reports
      screen.announcedAt = Date.now()
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

/** Waits for the first byte of the stream, after which no event is missed. */
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
 * Counts the events of a stream about reports, however it is chunked. It parses only their beginnings: three
 * hundred browsers read on three hundred machines, here they share two processors with what is measured.
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
    // One that is split in two is found with the next chunk.
    rest = text.slice(Math.max(next, text.length - begin.length + 1))
    if (reports > 0) found(reports)
  }
}
