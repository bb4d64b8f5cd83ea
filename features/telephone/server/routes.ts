import type { RawBuilder } from 'kysely'
import type { Tx } from '#database/open.ts'
import { settle, storingOf } from '#features/answers/server/store.ts'
import { prolongHold } from '#features/calls/server/hold-queries.ts'
import { findCalled } from '#features/calls/server/queries.ts'
import { storeNote } from '#features/notes/server/store.ts'
import { lockObservers } from '#features/observers/server/write-queries.ts'
import { findObserverActor } from '#features/session/server/queries.ts'
import { findStation } from '#features/unplaced/server/queries.ts'
import { storingInfosOf } from '#features/visits/server/store.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Staff } from '#kit/contract/who.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { telephone } from '../contract.ts'

export function telephoneRoutes(server: Server): void {
  serve(server, telephone.answer, async (call) => {
    const { db, body, now } = call
    const { who, station } = await subjectOf(call)
    const { electionId } = who.scope
    const pathOf = (nth: number, field: string) => `answers.${nth}.${field}`
    const saved = await settle(db, electionId, station.id, body.answers, pathOf)
    const report = { who, now, stations: [station], resolved: saved }
    await run(db, await storingOf(db, electionId, [report]))
    return {}
  })

  serve(server, telephone.inform, async (call) => {
    const { db, body: draft, now } = call
    const subject = await subjectOf(call)
    const report = { ...subject, now, draft }
    await run(db, await storingInfosOf(db, subject.who.scope.electionId, [report]))
    return {}
  })

  serve(server, telephone.note, async (call) => {
    const { db, body, now } = call
    const { who, station } = await subjectOf(call)
    const note = { questionId: body.questionId ?? null, text: body.text, files: [] }
    await storeNote({ db, who, now }, station, note, async () => undefined)
    return {}
  })
}

type Told = {
  readonly db: Tx
  readonly who: Staff
  readonly now: Date
  readonly params: { readonly observerId: Id<'observers'> }
  readonly body: { readonly pollingStationId: Id<'pollingStations'> }
}

/** The observer on whose behalf the caller writes, and the station: both must be among those that the caller sees. */
async function subjectOf({ db, who: clerk, params: { observerId }, body, now }: Told) {
  const { scope } = clerk
  // Like the reports of their phone: one after the other.
  await lockObservers(db, [observerId])
  const seen = await findCalled(db, scope, observerId)
  const observer = seen && !seen.isDeleted && (await findObserverActor(db, clerk, observerId))
  if (!observer) throw new Problem('thing.not-found')
  const station = await findStation(db, scope, body.pollingStationId)
  if (!station || scope.countyIds?.includes(station.countyId) === false)
    throw new Problem('request.invalid', { errors: { pollingStationId: ['There is no such one'] } })
  await prolongHold(db, clerk, observerId, now)
  return { who: { ...observer, clerk }, station }
}

async function run(db: Tx, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
