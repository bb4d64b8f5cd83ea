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
 * @param isUnseen the list shows unseen reports: one that is opened leaves it, and stays on screen
 */
export function mergeLatest(
  shown: ShownThreads | undefined,
  list: string,
  latest: AnswersReply,
  isRead: boolean,
  isUnseen = false,
): ShownThreads {
  if (shown?.list !== list) return taken(list, latest, new Set())
  const fresh = freshOf(shown, latest)
  if (latest.page === 1 && !isRead) return taken(list, latest, new Set(fresh.map(keyOf)))

  const newest = new Map(latest.threads.map((thread) => [keyOf(thread), thread]))
  // A page that is not full is the last one, so a missing row is deleted.
  const isAll = !isUnseen && latest.threads.length < latest.pageSize
  const threads = shown.threads.flatMap((thread) => {
    const now = newest.get(keyOf(thread))
    if (now) return [now]
    return isAll ? [] : [thread]
  })
  // A row that leaves the list makes room for an older one, which is no new report.
  const top = shown.threads[0]?.lastModified ?? new Date(0)
  const newer = isUnseen ? fresh.filter(({ lastModified }) => lastModified > top) : fresh
  return { ...shown, threads, latest, waiting: waitingIn(shown, latest, newer.length) }
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

function waitingIn({ knownTotal }: ShownThreads, latest: AnswersReply, fresh: number): number {
  const growth = Math.max(0, latest.totalItems - knownTotal)
  // After the first page new rows are elsewhere; a first page of only new rows hides some of them.
  return latest.page > 1 ? growth : Math.max(fresh, fresh === latest.pageSize ? growth : 0)
}
