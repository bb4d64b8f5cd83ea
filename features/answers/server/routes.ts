import type { Ending } from '#database/connections/transaction.ts'
import type { Tx } from '#database/open.ts'
import type { PublishedContent, ShownVersion } from '#features/forms/domain.ts'
import { findShown } from '#features/forms/server/copies-queries.ts'
import { lockObservers } from '#features/observers/server/write-queries.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations, type PlacedStation } from '#features/places/server/queries.ts'
import { keepUnplaced, type StaffCompletion } from '#features/visits/server/unplaced-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import { countPages } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type CallWithoutDb, serve, serveBatched, serveCoalesced } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { type AnswerDraft, answers } from '../contract.ts'
import {
  type PlacedDraft,
  type ResolvedAnswer,
  resolveAnswers,
  shownBy,
  withOptions,
} from '../domain.ts'
import { correctionRoutes } from './corrections/routes.ts'
import { listCompleted } from './filled-queries.ts'
import { readerOf } from './list/filter-queries.ts'
import { listOpen, markSeen } from './list/seen-queries.ts'
import { getThread, listThreads } from './queries.ts'
import { listSeries } from './series/queries.ts'
import { findPublished, type Report, storingOf } from './store.ts'

type AnswersCall = CallWithoutDb<typeof answers.send>

export function answerRoutes(server: Server): void {
  serveBatched(server, answers.send, {
    lookUp: (tx, calls) => {
      const elections = groupBy(calls, ({ who }) => who.scope.electionId)
      return Promise.all([...elections].map(([electionId, own]) => findNamed(tx, electionId, own)))
    },
    handle: async (tx, calls, elections, end) => {
      for (const sent of elections) await takeReports(tx, sent, end)
      return calls.map(() => ({}))
    },
  })

  serveCoalesced(
    server,
    answers.list,
    ({ who, query }) => ({ ...readerOf(who, query), query }),
    async (db, { query, ...reader }) => {
      const { threads, totalItems } = await listThreads(db, reader, query)
      return { threads, data: threads, ...countPages(query, totalItems) }
    },
  )

  serve(server, answers.thread, ({ db, who, query }) =>
    getThread(db, who.scope, query.observerId, query.pollingStationId),
  )

  serve(server, answers.markSeen, async ({ db, who, body, now }) => {
    await markSeen(db, who, body, now)
    return {}
  })

  serveCoalesced(
    server,
    answers.listOpen,
    ({ who: { scope } }) => ({ scope }),
    async (db, { scope }) => ({ reports: await listOpen(db, scope, server.clock()) }),
  )

  correctionRoutes(server)
  serve(server, answers.series, ({ db, who, query }) => listSeries(db, who.scope, query))

  serve(server, answers.filledIn, ({ db, who, query }) =>
    listCompleted(db, who.scope, query.observerId, query.pollingStationId),
  )
}

/** The stations, options and questions that the reports of one election name. */
async function findNamed(tx: Tx, electionId: Id<'elections'>, calls: readonly AnswersCall[]) {
  const drafts = calls.flatMap(({ body }) => body.answers)
  const [stations, known, given] = await Promise.all([
    findStations(tx, electionId, drafts),
    findPublished(tx, electionId, drafts),
    findShown(
      tx,
      electionId,
      calls.map(({ who }) => who),
    ),
  ])
  return { electionId, calls, stations, known, given }
}

/** Stores a batch of reports: answers that can be placed go to their visit, all others become unplaced items. */
async function takeReports(
  tx: Tx,
  { electionId, calls, stations, known, given }: Awaited<ReturnType<typeof findNamed>>,
  end: Ending,
): Promise<void> {
  const read = calls.map(({ who, now, body }) => {
    const answers = withOptions(body.answers, known, given(who))
    const { placed, lost, named } = place(answers, stations)
    const shown = shownBy(answers, known, given(who))
    const { resolved, strays } = who.isOver
      ? allUnplaced(answers)
      : resolveAnswers(placed, known, shown)
    const asides = [...(who.isOver ? [] : lost), ...strays].map(({ reason, draft }) => ({
      kind: 'answer' as const,
      reason,
      sent: draft,
      stationId: stations.get(addressKeyOf(draft))?.id,
      formVersion: shownTo(draft, known, shown),
      beside: besideOf(draft, stations, resolved),
    }))
    return { report: { who, now, resolved, stations: named }, asides }
  })
  // Lock the observers of the whole batch at once, in the same order as below.
  if (read.some(({ asides }) => asides.length > 0))
    await lockObservers(
      tx,
      calls.map(({ who }) => who.id),
    )
  const reports: Report[] = []
  for (const { report, asides } of read) {
    const { completed } = await keepUnplaced(tx, report.who, asides, report.now)
    reports.push({ ...report, ...byCompletion(report.resolved, completed) })
  }
  end(...(await storingOf(tx, electionId, reports)))
}

/** An archived election takes nothing: every answer becomes an unplaced item. */
const allUnplaced = (drafts: readonly AnswerDraft[]) => ({
  resolved: [],
  strays: drafts.map((draft) => ({ reason: 'election-archived' as const, draft })),
})

/** The known options of the same answer. */
function besideOf(
  draft: AnswerDraft,
  stations: ReadonlyMap<string, PlacedStation>,
  resolved: readonly ResolvedAnswer[],
) {
  const stationId = stations.get(addressKeyOf(draft))?.id
  const same = resolved.find(
    (one) => one.stationId === stationId && one.questionId === draft.questionId,
  )
  return (same?.choices ?? []).map(({ optionId, text }) => ({ optionId, text }))
}

/** A retry of an answer that staff have completed since removes nothing from it. */
function byCompletion(
  resolved: readonly ResolvedAnswer[],
  completions: readonly StaffCompletion[],
): Pick<Report, 'resolved' | 'completed'> {
  const isCompleted = ({ stationId, questionId }: ResolvedAnswer) =>
    completions.some((one) => one.stationId === stationId && one.questionId === questionId)
  return {
    resolved: resolved.filter((one) => !isCompleted(one)),
    completed: resolved.filter(isCompleted),
  }
}

/** Separates answers with a known station from those without; and the stations, once each. */
function place(drafts: readonly AnswerDraft[], stations: ReadonlyMap<string, PlacedStation>) {
  const placed: PlacedDraft[] = []
  const lost: { reason: 'no-such-station'; draft: AnswerDraft }[] = []
  const named = new Map<number, PlacedStation>()
  for (const draft of drafts) {
    const station = stations.get(addressKeyOf(draft))
    if (!station) lost.push({ reason: 'no-such-station', draft })
    else {
      placed.push({ stationId: station.id, draft })
      named.set(station.id, station)
    }
  }
  return { placed, lost, named: [...named.values()] }
}

/** The version in which the phone shows the answered question; null: none. */
function shownTo(
  { questionId }: AnswerDraft,
  { questions }: PublishedContent,
  shown: ShownVersion,
): number | null {
  const formId = questions.get(questionId)
  return (formId !== undefined && shown(formId)) || null
}
