import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import {
  aiud,
  answerOf,
  dej,
  everything,
  filledIn,
  type StationAddress,
  send,
  summary,
  unplaced,
} from '#features/answers/server/testing.ts'
import { telephone } from '#features/telephone/contract.ts'
import { placeNewest, undoPlacing } from '#features/unplaced/server/testing.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { forms, type Question } from '../contract.ts'
import { addForm, kinds } from './testing.ts'

const set = stage()

type Kind = Question['kind']

/** What older phones send for each kind, and its value. */
const typed: Readonly<Record<string, readonly [text: string, value: string | null]>> = {
  whole: ['1 250 voturi', '1250'],
  decimal: ['12,50', '12.5'],
  line: ['Ana Pop', null],
  text: ['Două urne,\nfără sigiliu', null],
  date: ['27 nov 2026', '2026-11-27'],
  time: ['ora 9', '09:00'],
  moment: ['27.11.2026 12.10', '2026-11-27T12:10'],
  rating: ['4/5', '4'],
  file: ['trimis pe WhatsApp', null],
}

/** The published questions by kind, as this phone fetches them. */
async function fetched({ bogdan }: Stage, id: Id<'forms'>) {
  const sections = (await bogdan.call(forms.get, { params: { id }, query: {} })) ?? []
  const all = sections.flatMap(({ questions }) => questions)
  return (kind: Kind) => all.find((one) => one.kind === kind)!
}

/** An answer as a phone sends it that knows no kinds. */
const byOption = (
  at: StationAddress,
  { id, optionsToQuestions: [field] }: Question,
  value: string,
) => ({
  ...at,
  questionId: id,
  options: [{ optionId: field!.id, value }],
})

const byValue = (at: StationAddress, { id }: Question, value: string | null) => ({
  ...at,
  questionId: id,
  value,
})

/** The report as staff read it: kind, text, value, and how it is marked. */
const readings = async (cast: Stage, at: StationAddress = aiud) =>
  (await filledIn(cast, at)).map(({ kind, canonical, isUnreadable, isOutside, answers: [one] }) => [
    ...[kind, one?.value, canonical],
    ...(isUnreadable ? ['unreadable'] : []),
    ...(isOutside ? ['outside'] : []),
  ])

const stored = ({ database }: Stage) =>
  database.primary.selectFrom('answers').select(['formVersion', 'text', 'value']).execute()

/** Publishes the form with its first question of another kind. */
async function republish(cast: Stage, id: Id<'forms'>, kind: Kind) {
  const sections = (await cast.ana.call(forms.whole, { params: { id } })).formSections
  Object.assign(sections[0]!.questions[0]!, { kind })
  await cast.ana.call(forms.edit, { body: { id, formSections: sections } })
}

test.each([
  ['B', 'flat', { countyCode: 'AB', pollingStationNumber: 1 }],
  ['C', 'nested', aiud],
] as const)('reads the values that phones of generation %s write', async (_name, places, at) => {
  const cast = await set(places)
  const questionOf = await fetched(cast, await addForm(cast))

  await send(cast.bogdan, ...kinds.map((kind) => byOption(at, questionOf(kind), typed[kind]![0])))

  expect(await readings(cast, at)).toEqual(kinds.map((kind) => [kind, ...typed[kind]!]))
  const before = await everything(cast)
  await send(cast.bogdan, ...kinds.map((kind) => byOption(at, questionOf(kind), typed[kind]![0])))
  expect(await everything(cast)).toEqual(before)
})

test('keeps what cannot be read word for word, and marks it', async () => {
  const cast = await set()
  const questionOf = await fetched(cast, await addForm(cast))

  await send(
    cast.bogdan,
    byOption(aiud, questionOf('whole'), 'vreo 200'),
    byOption(aiud, questionOf('date'), '31.02.2026'),
    {
      ...aiud,
      questionId: questionOf('time').id,
      options: [{ optionId: questionOf('time').optionsToQuestions[0]!.id }],
    },
    byOption(aiud, questionOf('rating'), '6'),
  )

  expect(await readings(cast)).toEqual([
    ['whole', 'vreo 200', null, 'unreadable'],
    ['date', '31.02.2026', null, 'unreadable'],
    ['time', null, null, 'unreadable'],
    ['rating', '6', '6', 'outside'],
  ])
  await send(cast.bogdan, byOption(aiud, questionOf('whole'), '200 de voturi'))
  expect((await readings(cast))[0]).toEqual(['whole', '200 de voturi', '200'])
  await send(cast.bogdan, byOption(aiud, questionOf('whole'), 'multe'))
  expect((await readings(cast))[0]).toEqual(['whole', 'multe', null, 'unreadable'])
})

test('takes a value that names no option, and clears an empty one', async () => {
  const cast = await set()
  const questionOf = await fetched(cast, await addForm(cast))
  const sent = kinds.map((kind) => byValue(aiud, questionOf(kind), typed[kind]![1] ?? 'Ana'))

  await send(cast.bogdan, ...sent)
  await send(cast.bogdan, ...sent, byValue(aiud, questionOf('date'), null))

  expect(await readings(cast)).toMatchObject(
    kinds
      .filter((kind) => kind !== 'date')
      .map((kind) => [kind, typed[kind]![1] ?? 'Ana', typed[kind]![1]]),
  )
  await expect(
    cast.bogdan.call(answers.send, { body: { answers: [{ ...aiud, questionId: 1 }] } }),
  ).rejects.toMatchObject({ code: 'request.invalid' })
})

test('takes the options of an answer whose value is null', async () => {
  const cast = await set()

  await send(cast.bogdan, { ...answerOf(cast, aiud, 'A1.1', 'Nu'), value: null })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
})

test('keeps a value for a choice as an unmatched report, and tells a clerk who typed it', async () => {
  const cast = await set()
  const questionId = cast.field.questionId('A1.2')
  const optionId = cast.field.optionId('A1.2', 'Altceva') as Id<'options'>

  await send(cast.bogdan, { ...aiud, questionId, value: 'liniște' })

  expect(await unplaced(cast)).toMatchObject([
    { reason: 'no-such-option', sent: { questionId, options: [{ value: 'liniște' }] } },
  ])
  await placeNewest(cast.ana, { optionId })
  expect(await readings(cast)).toEqual([['choice', 'liniște', null]])
  const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  const params = { observerId: await observerIdOf(cast, 'Bogdan Pop') }
  const body = { pollingStationId, answers: [{ questionId, value: 'liniște' }] }
  await expect(cast.ana.call(telephone.answer, { params, body })).rejects.toMatchObject({
    details: { errors: { 'answers.0.value': ['The question takes no value'] } },
  })
})

test('reads an answer as the version on its phone asks it', async () => {
  const cast = await set()
  const id = await addForm(cast)
  const whole = (await fetched(cast, id))('whole')
  await republish(cast, id, 'time')

  // The phone still shows version 1.
  await send(cast.bogdan, byOption(aiud, whole, '12.10'))
  await send(cast.bogdan, byValue(dej, whole, '1210'))
  expect(await stored(cast)).toEqual([
    { formVersion: 1, text: '12.10', value: null },
    { formVersion: 1, text: '1210', value: '1210' },
  ])

  await fetched(cast, id)
  await send(cast.bogdan, byOption(aiud, whole, '12.10'), byValue(dej, whole, '1210'))
  expect(await stored(cast)).toEqual([
    { formVersion: 2, text: '12.10', value: '12:10' },
    { formVersion: 2, text: '1210', value: '12:10' },
  ])
})

test('reads values again where a report is placed and its placing undone', async () => {
  const cast = await set()
  const questionOf = await fetched(cast, await addForm(cast))
  await send(cast.bogdan, byOption(aiud, questionOf('whole'), '1 250'))
  const before = await readings(cast)
  await send(
    cast.bogdan,
    byValue({ ...aiud, pollingStationNumber: 99 }, questionOf('whole'), '1.300'),
  )

  const { placingId } = await placeNewest(cast.ana, { station: aiud })

  expect(await readings(cast)).toEqual([['whole', '1.300', '1300']])
  await undoPlacing(cast.ana, placingId)
  expect(await readings(cast)).toEqual(before)
})
