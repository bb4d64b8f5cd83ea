import type { Db } from '#database/open.ts'
import { findStation, lockStation } from '#features/places/server/station-queries.ts'
import type { OneStation } from '#features/places/station-contract.ts'
import { listNaming } from '#features/unplaced/server/queries.ts'
import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type ActorCall, recordBy } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { announce } from '#kit/server/live/announce.ts'
import { answersSettled, stations } from '../contract.ts'
import { differs } from '../domain.ts'
import { findBefore, listMessages } from './around-queries.ts'
import { countUse, judgeQuestions, listAtBoth, listVisits } from './queries.ts'
import { findSettled, insertSettled, listSettled, updateUndone } from './settled-queries.ts'

export function stationPageRoutes(server: Server): void {
  serve(server, stations.use, async ({ db, who, params: { pollingStationId } }) => {
    const { id } = await getStation(db, who.scope, pollingStationId)
    return countUse(db, who.scope, id)
  })

  serve(server, stations.beforeMerging, async ({ db, who, params }) => {
    const station = await getStation(db, who.scope, params.pollingStationId)
    const into = await getStation(db, who.scope, params.into)
    return {
      station: await countUse(db, who.scope, station.id),
      into: await countUse(db, who.scope, into.id),
      both: await listAtBoth(db, who.scope, [station.id, into.id]),
    }
  })

  serve(server, stations.visits, async ({ db, who, params: { pollingStationId } }) => {
    const { id } = await getStation(db, who.scope, pollingStationId)
    const visits = await listVisits(db, who.scope, id)
    const judged = await judgeQuestions(db, who.scope, id, visits)
    return { visits, questions: judged.map(({ question }) => question) }
  })

  serve(server, stations.unplaced, async ({ db, who, params: { pollingStationId } }) => {
    const { id } = await getStation(db, who.scope, pollingStationId)
    return listNaming(db, who.scope, id)
  })

  serve(server, stations.messages, async ({ db, who, params: { pollingStationId }, query }) => {
    const { id } = await getStation(db, who.scope, pollingStationId)
    const { data, totalItems } = await listMessages(db, who, id, query)
    return { data, ...countPages(query, totalItems) }
  })

  serve(server, stations.before, async ({ db, who, params: { pollingStationId } }) => {
    const { id } = await getStation(db, who.scope, pollingStationId)
    return { before: await findBefore(db, who.scope, id) }
  })

  serve(server, stations.settle, settle)
  serve(server, stations.undoSettling, undoSettling)
}

/** The station, or the one that it is merged into. */
async function getStation(db: Db, scope: Scope, id: Id<'pollingStations'>): Promise<OneStation> {
  const station = await findStation(db, scope, id)
  if (!station) throw new Problem('thing.not-found')
  return station.mergedInto ? getStation(db, scope, station.mergedInto.id) : station
}

/**
 * Settles one question. Reports are not blocked: an answer that arrives now reopens the question. Two people who
 * settle at once are serialised by a lock on the station.
 */
async function settle(call: Call<typeof stations.settle>): Promise<Id<'settledAnswers'>> {
  const { db, who, now, params, body } = call
  const { pollingStationId } = params
  const { questionId, observerId, reason } = body
  const station = await lockStation(db, who.scope, pollingStationId)
  if (station.mergedInto) throw new Problem('station.merged', { into: station.mergedInto.id })
  const visits = await listVisits(db, who.scope, pollingStationId)
  const judged = await judgeQuestions(db, who.scope, pollingStationId, visits)
  const one = judged.find(({ question }) => question.id === questionId)
  const isCompared = one?.comparison.compared.some(([id]) => id === observerId)
  if (!one || (observerId !== null && !isCompared)) throw new Problem('thing.not-found')
  if (one.question.seen !== body.seen || !differs(one.comparison))
    throw new Problem('station.answers-changed')
  const id = await insertSettled(db, who.scope, {
    ...{ pollingStationId, questionId, observerId, reason, answers: one.answers },
    ...{ settledAt: now, settledBy: who.name },
  })
  const before = one.question.settled && { observerId: one.question.settled.observerId }
  await record(call, 'stations.answer-settled', station, {
    ...(before && { before }),
    after: { questionId, observerId, settledId: id },
  })
  return id
}

/** Only the latest settlement can be undone: callers may not have seen a later one. Undoing twice changes nothing. */
async function undoSettling(
  call: Call<typeof stations.undoSettling>,
): Promise<Record<never, never>> {
  const { db, who, now, params } = call
  const found = await findSettled(db, who.scope, params.id)
  if (!found) throw new Problem('thing.not-found')
  const { pollingStationId, questionId, observerId } = found
  const station = await lockStation(db, who.scope, pollingStationId)
  const latest = (await listSettled(db, who.scope, pollingStationId)).get(questionId)
  const { undoneAt } = (await findSettled(db, who.scope, params.id)) ?? found
  if (undoneAt && (latest?.id ?? 0) < params.id) return {}
  if (latest?.id !== params.id) throw new Problem('station.answers-changed')
  await updateUndone(db, who.scope, params.id, now)
  await record(call, 'stations.settling-undone', station, {
    before: { questionId, observerId, settledId: params.id },
  })
  return {}
}

/** History gets no reason: it may name people, and has to go when they are erased. */
async function record(
  call: ActorCall,
  act: string,
  { id: pollingStationId, countyId }: OneStation,
  change: { readonly before?: unknown; readonly after?: unknown },
): Promise<void> {
  const { scope, ngoId } = call.who
  await recordBy(call, { act, subject: 'polling_stations', subjectId: pollingStationId, ...change })
  const audience = { electionId: scope.electionId, ngoId, countyId }
  await announce(call.db, answersSettled, audience, { pollingStationId })
}
