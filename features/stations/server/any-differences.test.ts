// @module-tag slow
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { aiud, blaj, dej, type StationAddress } from '#features/answers/server/testing.ts'
import { chances, edited } from '#features/answers/server/testing-editors.ts'
import { forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { listed as listUnplaced, nowhere, wait } from '#features/unplaced/server/testing.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { stations } from '../contract.ts'
import { expectAsOnPages, listStationIds, merge, part, startAgain, twin } from './testing.ts'

const set = stage()

type Chances = ReturnType<typeof chances>
type Act = (cast: Stage, chances: Chances) => Promise<unknown>

const at: readonly StationAddress[] = [aiud, aiud, twin, twin, blaj, dej, nowhere]

/** An observer answers a question that their phone shows, or withdraws an answer. */
const answer: Act = async (cast, { one, below, isLucky }) => {
  const person = one([cast.bogdan, cast.dana, cast.bogdan, cast.dana, cast.emil]) ?? cast.bogdan
  const params = { id: cast.field.formId('A') as never }
  const sections = (await person.call(forms.get, { params, query: {} })) ?? []
  const question = one(sections.flatMap(({ questions }) => questions))
  if (!question) return
  const count = isLucky(0.1) ? 0 : 1 + below(2)
  const options = question.optionsToQuestions
    .toSorted(() => (isLucky(0.5) ? 1 : -1))
    .slice(
      0,
      question.questionType === 1 || question.questionType === 2 ? Math.min(1, count) : count,
    )
    .map(({ optionId, isFreeText }) => ({
      optionId,
      ...(isFreeText && { value: one(['7', '7,0', '12', 'multe']) ?? '' }),
    }))
  const body = { answers: [{ ...(one(at) ?? aiud), questionId: question.id, options }] }
  await person.call(answers.send, { body })
}

const edit: Act = async ({ ana, field }, chances) => {
  const id = field.formId('A')
  const sections = (await ana.call(forms.get, { params: { id: id as never }, query: {} })) ?? []
  const formSections = edited(chances, sections)
  const payload = { id, draft: false, formSections }
  expect((await ana.send({ method: 'PUT', url: '/api/v1/form', payload })).statusCode).toBe(200)
}

const place: Act = async ({ ana }, { one }) => {
  const waiting = one(await listUnplaced(ana))
  if (!waiting) return
  const params = { id: waiting.id }
  await ana.call(unplaced.place, { params, body: { station: one([aiud, twin, dej]) ?? dej } })
}

const unplace: Act = async ({ ana }, { one }) => {
  const placed = one(await listUnplaced(ana, 'placed'))
  if (placed) await ana.call(unplaced.unplace, { params: { id: placed.id } })
}

const settle: Act = async (cast, { one, isLucky }) => {
  const person = one([cast.ana, cast.ana, cast.calin]) ?? cast.ana
  const params = { pollingStationId: one(await listStationIds(cast)) as Id<'pollingStations'> }
  const page = await person.call(stations.visits, { params }).catch(() => undefined)
  const question = one((page?.questions ?? []).filter(({ state }) => state !== 'alike'))
  if (!question) return
  if (question.settled && isLucky(0.4))
    return person.call(stations.undoSettling, { params: { id: question.settled.id } })
  const body = { questionId: question.id, observerId: null, reason: 'Așa', seen: question.seen }
  return person.call(stations.settle, { params, body })
}

const testOrNot: Act = async (cast, { one, isLucky }) => {
  const name = one(['Dana Ionescu', 'Emil Test']) ?? 'Dana Ionescu'
  const observerId = (await observerIdOf(cast, name)) as Id<'observers'>
  await cast.ana.call(observers.edit, { body: { observerId, isTest: isLucky(0.4) } })
}

const takeBack: Act = (cast) => startAgain(cast)

const figures: Act = (cast) => cast.figures()

/** Time may stop or go back: the clocks of two servers differ. */
const letTimePass: Act = async (cast, { below }) => wait(cast, below(3) - 1)

const acts: readonly Act[] = [
  ...(Array(40).fill(answer) as Act[]),
  ...[edit, edit, edit, edit, place, place, place, place, place, place, unplace, unplace],
  ...[settle, settle, settle, settle, settle, settle, settle, settle, testOrNot, testOrNot],
  ...[takeBack, figures, figures, figures, figures, figures, figures],
  ...(Array(8).fill(letTimePass) as Act[]),
  // A second merge, or a split of stations that are not merged, is refused.
  ...([
    (cast) => merge(cast).catch(() => undefined),
    (cast) => part(cast).catch(() => undefined),
  ] as Act[]),
]

/** Moves half of the observers to Călin's organisation, so that it has differences of its own. */
const shareObservers = ({ database }: Stage) =>
  database.write((tx) =>
    sql`update observers set ngo_id = (select id from ngos where short_name = 'VC')
         where name = 'Bogdan Pop'`.execute(tx),
  )

test.each([1, 2])(
  'keeps the list equal to the station pages in any order of events: seed %i',
  async (seed) => {
    const cast = await set()
    const luck = chances(seed)
    const people = [cast.ana, cast.calin, cast.sanda]
    if (seed % 2 === 0) await shareObservers(cast)

    for (let turn = 1; turn <= 120; turn++) {
      await luck.one(acts)?.(cast, luck)
      if (turn % 30 > 0) continue
      await cast.figures()
      await expectAsOnPages(cast, people)
    }
  },
  120_000,
)
