import type { RawBuilder } from 'kysely'
import type { Tx } from '#database/open.ts'
import { resolveAnswers, shownBy, withOptions } from '#features/answers/domain.ts'
import { findPublished, storingOf } from '#features/answers/server/store.ts'
import { findCalled } from '#features/calls/server/queries.ts'
import { storeNote } from '#features/notes/server/store.ts'
import { lockObservers } from '#features/observers/server/write-queries.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import { findObserverActor } from '#features/session/server/queries.ts'
import { findStation } from '#features/unplaced/server/queries.ts'
import { storingInfosOf } from '#features/visits/server/store.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor, Staff } from '#kit/contract/who.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { type ToldAnswer, telephone } from '../contract.ts'

export function telephoneRoutes(server: Server): void {
  serve(server, telephone.answer, async (call) => {
    const { db, body, now } = call
    const { who, station } = await subjectOf(call)
    const settled = await settle(db, who, station, body.answers)
    const report = { who, now, stations: [station], settled }
    await run(db, await storingOf(db, who.scope.electionId, [report]))
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
  readonly params: { readonly observerId: Id<'observers'> }
  readonly body: { readonly pollingStationId: Id<'pollingStations'> }
}

/** The observer on whose behalf the caller writes, and the station: both must be among those that the caller sees. */
async function subjectOf({ db, who: clerk, params: { observerId }, body }: Told) {
  const { scope } = clerk
  // Like the reports of their phone: one after the other.
  await lockObservers(db, [observerId])
  const seen = await findCalled(db, scope, observerId)
  const observer = seen && !seen.isDeleted && (await findObserverActor(db, clerk, observerId))
  if (!observer) throw new Problem('thing.not-found')
  const station = await findStation(db, scope, body.pollingStationId)
  if (!station || scope.countyIds?.includes(station.countyId) === false)
    throw new Problem('request.invalid', { errors: { pollingStationId: ['There is no such one'] } })
  return { who: { ...observer, clerk }, station }
}

/** The answers, read against the published forms; a phone could not correct one that fits none, a clerk can. */
async function settle(
  db: Tx,
  { scope }: ObserverActor,
  station: PlacedStation,
  told: readonly ToldAnswer[],
) {
  const known = await findPublished(db, scope.electionId, told)
  const versions = new Map(
    told.map(({ questionId, formVersion }) => [known.questions.get(questionId), formVersion]),
  )
  const drafts = withOptions(told, known, (formId) => versions.get(formId))
  const shown = shownBy(drafts, known, (formId) => versions.get(formId))
  const placed = drafts.map((draft) => ({ stationId: station.id, draft }))
  const { settled, strays } = resolveAnswers(placed, known, shown)
  const [stray] = strays
  if (!stray) return settled
  const nth = drafts.findIndex(({ questionId }) => questionId === stray.draft.questionId)
  const errors =
    told[nth]?.value === undefined
      ? { [`answers.${nth}.options`]: [misfits[stray.reason]] }
      : { [`answers.${nth}.value`]: ['The question takes no value'] }
  throw new Problem('request.invalid', { errors })
}

const misfits = {
  'no-such-option': 'The question has no such option',
  'several-single-choices': 'The question takes one option',
}

async function run(db: Tx, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
