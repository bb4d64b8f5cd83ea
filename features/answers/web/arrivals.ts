import type { Reply } from '#kit/contract/endpoint.ts'
import type { answers, ListedThread } from '../contract.ts'

export type AnswersReply = Reply<typeof answers.list>

/** The rows on screen, and newer ones that are not shown yet. */
export type ShownThreads = {
  /** Which list: its filters and page. */
  readonly list: string
  readonly threads: readonly ListedThread[]
  /** The latest data of this list. */
  readonly latest: AnswersReply
  /** The total when the rows on screen were taken. */
  readonly knownTotal: number
  /** How many reports wait to be shown. */
  readonly waiting: number
  /** Reports that arrived by themselves just now. */
  readonly arrived: ReadonlySet<string>
}

export const keyOf = (thread: Pick<ListedThread, 'observerId' | 'pollingStationId'>) =>
  `${thread.observerId}-${thread.pollingStationId}`

/**
 * Merges refetched data. Updates rows on screen in place. New rows wait until the user asks for them, unless the list
 * is not being read.
 * @param isLeft reports leave the list once they are opened or reviewed; `rowsOf` says for how long the open one stays
 */
export function mergeLatest(
  shown: ShownThreads | undefined,
  list: string,
  latest: AnswersReply,
  isRead: boolean,
  isLeft = false,
): ShownThreads {
  if (shown?.list !== list) return taken(list, latest, new Set())
  const fresh = freshOf(shown, latest)
  if (latest.page === 1 && !isRead) return taken(list, latest, new Set(fresh.map(keyOf)))

  const newest = new Map(latest.threads.map((thread) => [keyOf(thread), thread]))
  // A page that is not full is the last one, so a missing row is deleted.
  const isAll = !isLeft && latest.threads.length < latest.pageSize
  const threads = shown.threads.flatMap((thread) => {
    const now = newest.get(keyOf(thread))
    if (now) return [now]
    return isAll ? [] : [thread]
  })
  const knownTotal = Math.min(shown.knownTotal, latest.totalItems)
  // A row that leaves the list makes room for an older one, which is no new report.
  const end = Math.min(...threads.map(({ lastModified }) => lastModified.getTime()))
  const older = isLeft ? fresh.filter(({ lastModified }) => lastModified.getTime() <= end) : []
  const waiting = waitingIn({ knownTotal }, latest, fresh.length - older.length)
  return { ...shown, threads: [...threads, ...older], latest, knownTotal, waiting }
}

/**
 * The rows to show: that of the open report with its latest content. Once it has left the list, it stays on
 * screen until the reader leaves it.
 */
export function rowsOf(
  { threads, latest }: ShownThreads,
  isLeft: boolean,
  open?: ListedThread,
): readonly ListedThread[] {
  const listed = new Set(latest.threads.map(keyOf))
  return threads.flatMap((row) => {
    if (open && keyOf(row) === keyOf(open)) return [{ ...open, newestNote: row.newestNote }]
    return isLeft && !listed.has(keyOf(row)) ? [] : [row]
  })
}

/** The newest rows, in their own order. */
export const showLatest = (shown: ShownThreads): ShownThreads =>
  taken(shown.list, shown.latest, new Set(freshOf(shown, shown.latest).map(keyOf)))

function taken(list: string, latest: AnswersReply, arrived: ReadonlySet<string>): ShownThreads {
  const { threads, totalItems: knownTotal } = latest
  return { list, threads, latest, knownTotal, waiting: 0, arrived }
}

function freshOf(shown: ShownThreads, latest: AnswersReply): ListedThread[] {
  const onScreen = new Set(shown.threads.map(keyOf))
  return latest.threads.filter((thread) => !onScreen.has(keyOf(thread)))
}

function waitingIn(
  { knownTotal }: Pick<ShownThreads, 'knownTotal'>,
  latest: AnswersReply,
  fresh: number,
): number {
  const growth = Math.max(0, latest.totalItems - knownTotal)
  // After the first page new rows are elsewhere; a first page of only new rows hides some of them.
  return latest.page > 1 ? growth : Math.max(fresh, fresh === latest.pageSize ? growth : 0)
}
