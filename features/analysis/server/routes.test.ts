import { expect, test } from 'vitest'
import { aiud, answerOf, blaj, dej, list, send } from '#features/answers/server/testing.ts'
import { forms } from '#features/forms/contract.ts'
import { addForm, firstQuestion, named, openingForm, save } from '#features/forms/server/testing.ts'
import { review } from '#features/reviews/server/testing.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { analysis, type Dimension, type Distribution } from '../contract.ts'

const set = stage()

type Filter = CallInput<typeof analysis.count>['query']

const paramsOf = ({ field }: Stage, code: string) => ({
  questionId: field.questionId(code) as Id<'questions'>,
})
const optionId = ({ field }: Stage, code: string, text: string) =>
  field.optionId(code, text) as Id<'options'>

/** A distribution by the texts of its options; `n` is the number of reports that answered. */
function described({ field }: Stage, code: string, texts: readonly string[], of: Distribution) {
  const counts = texts.map((text) => {
    const id = field.optionId(code, text)
    return [text, of.options.find((one) => one.id === id)?.reports ?? 0]
  })
  return { n: of.answered, ...Object.fromEntries(counts) }
}

const sealed = async (cast: Stage, person: Person, query: Filter = {}) =>
  described(
    cast,
    'A1.1',
    ['Da', 'Nu'],
    await person.call(analysis.count, { params: paramsOf(cast, 'A1.1'), query }),
  )

const seen = async (cast: Stage, query: Filter = {}) =>
  described(
    cast,
    'A1.2',
    ['Coadă', 'Altceva'],
    await cast.ana.call(analysis.count, { params: paramsOf(cast, 'A1.2'), query }),
  )

async function groups(cast: Stage, person: Person, dimension: Dimension) {
  const params = { ...paramsOf(cast, 'A1.1'), dimension }
  const { groups } = await person.call(analysis.breakDown, { params, query: {} })
  return groups.map(({ key, name, ...of }) => [
    dimension === 'organisation' ? name : key,
    described(cast, 'A1.1', ['Da', 'Nu'], of),
  ])
}

/** Bogdan at two stations, Dana at a third, and a test observer. */
async function reportAll(cast: Stage) {
  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A1.2', 'Coadă', 'Altceva=sigiliul era rupt'),
    answerOf(cast, blaj, 'A1.1', 'Da'),
    answerOf(cast, blaj, 'A1.2', 'Coadă'),
  )
  await send(
    cast.dana,
    answerOf(cast, dej, 'A1.1', 'Nu'),
    answerOf(cast, dej, 'A1.2', 'Altceva=liniște'),
  )
  await send(cast.emil, answerOf(cast, dej, 'A1.1', 'Nu'))
}

test('counts the reports that answered, and those that chose each option', async () => {
  const cast = await set()
  await reportAll(cast)

  expect(await sealed(cast, cast.ana)).toEqual({ n: 3, Da: 1, Nu: 2 })
  expect(await seen(cast)).toEqual({ n: 3, Coadă: 2, Altceva: 2 })
})

test('counts only the current answer', async () => {
  const cast = await set()
  await reportAll(cast)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'), answerOf(cast, blaj, 'A1.1'))

  expect(await sealed(cast, cast.ana)).toEqual({ n: 2, Da: 1, Nu: 1 })
})

test('shows callers only reports of their organisation and counties', async () => {
  const cast = await set()
  await reportAll(cast)
  const texts = async (person: Person) => {
    const asked = { params: paramsOf(cast, 'A1.2'), query: {} }
    return (await person.call(analysis.texts, asked)).data.map(({ text }) => text)
  }

  expect(await sealed(cast, cast.calin)).toEqual({ n: 1, Da: 0, Nu: 1 })
  expect(await sealed(cast, cast.calin, { county: 'AB' })).toEqual({ n: 0, Da: 0, Nu: 0 })
  expect(await groups(cast, cast.calin, 'organisation')).toEqual([
    ['Vot Curat', { n: 1, Da: 0, Nu: 1 }],
  ])
  expect(await texts(cast.calin)).toEqual(['liniște'])
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  expect(await sealed(cast, cast.gelu)).toEqual({ n: 2, Da: 1, Nu: 1 })
  expect(await groups(cast, cast.gelu, 'area')).toEqual([['CJ', { n: 2, Da: 1, Nu: 1 }]])
})

test('leaves out inactive organisations, also in the list behind a bar', async () => {
  const cast = await set()
  await reportAll(cast)
  await cast.database.write((tx) =>
    tx.updateTable('ngos').set({ isActive: false }).where('shortName', '=', 'VC').execute(),
  )

  expect(await sealed(cast, cast.ana)).toEqual({ n: 2, Da: 1, Nu: 1 })
  const behind = await list(cast.ana, { optionId: optionId(cast, 'A1.1', 'Nu') })
  expect(behind.totalItems).toBe(1)
})

test('breaks a question down by county, organisation and hour of the answer', async () => {
  const cast = await set()
  await reportAll(cast)
  cast.clock.now = new Date('2026-11-22T10:30:00Z')
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))

  expect(await groups(cast, cast.ana, 'area')).toEqual([
    ['AB', { n: 2, Da: 1, Nu: 1 }],
    ['CJ', { n: 2, Da: 1, Nu: 1 }],
  ])
  const organisations = await groups(cast, cast.ana, 'organisation')
  expect(organisations.map(([, counts]) => counts)).toEqual([
    { n: 3, Da: 2, Nu: 1 },
    { n: 1, Da: 0, Nu: 1 },
  ])
  expect(await groups(cast, cast.ana, 'hour')).toEqual([
    ['2026-11-22T09:00:00Z', { n: 3, Da: 1, Nu: 2 }],
    ['2026-11-22T10:00:00Z', { n: 1, Da: 1, Nu: 0 }],
  ])
})

test('counts only verified reports, until they change', async () => {
  const cast = await set()
  await reportAll(cast)
  const { threads } = await list(cast.ana, { optionId: optionId(cast, 'A1.1', 'Nu') })
  await review(cast.ana, threads, { state: 'verified' })

  expect(await sealed(cast, cast.ana, { reviewState: 'verified' })).toEqual({ n: 2, Da: 0, Nu: 2 })

  cast.clock.now = new Date('2026-11-22T10:30:00Z')
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))
  expect(await sealed(cast, cast.ana, { reviewState: 'verified' })).toEqual({ n: 1, Da: 0, Nu: 1 })
})

test('narrows a question to reports with an answer to another', async () => {
  const cast = await set()
  await reportAll(cast)

  const withOptionId = optionId(cast, 'A1.1', 'Nu')
  expect(await seen(cast, { withOptionId })).toEqual({ n: 2, Coadă: 1, Altceva: 2 })
  expect(await seen(cast, { withOptionId, county: 'CJ' })).toEqual({ n: 1, Coadă: 0, Altceva: 1 })
})

test('lists as many reports behind a bar as it counts', async () => {
  const cast = await set()
  await reportAll(cast)
  const { ana } = cast
  const { data: threads } = await list(ana, { county: 'AB' })
  await review(ana, threads, { state: 'verified' })
  const [bogdans] = await ana
    .call(analysis.breakDown, {
      params: { ...paramsOf(cast, 'A1.1'), dimension: 'organisation' },
      query: {},
    })
    .then(({ groups }) => groups)
  const filters: Filter[] = [
    {},
    { county: 'AB' },
    { ngoId: bogdans?.key },
    { reviewState: 'verified' },
    { withOptionId: optionId(cast, 'A1.1', 'Nu') },
  ]

  for (const query of filters)
    for (const code of ['A1.1', 'A1.2']) {
      const { options } = await ana.call(analysis.count, { params: paramsOf(cast, code), query })
      expect(options.length).toBeGreaterThan(0)
      for (const { id, reports } of options) {
        const behind = await list(ana, { ...query, optionId: id })
        expect(behind.totalItems).toBe(reports)
        expect(behind.threads).toHaveLength(reports)
      }
    }
})

test('keeps questions and options that the newest version of the form lacks', async () => {
  const cast = await set()
  await reportAll(cast)
  const shorter = openingForm((form) => {
    firstQuestion(form).text = 'A fost urna sigilată?'
    firstQuestion(form).optionsToQuestions.pop()
    form.formSections.pop()
  })
  await save(cast, named(cast, shorter))

  const params = { formId: cast.field.formId('A') as Id<'forms'> }
  const sections = await cast.ana.call(analysis.form, { params })
  expect(sections.map(({ title }) => title)).toEqual(['Înainte de vot', 'Sala'])
  const questions = sections.flatMap((section) => section.questions)
  expect(questions.map(({ code, isGone }) => [code, isGone])).toEqual([
    ['A1.1', false],
    ['A1.2', false],
    ['A2.1', true],
    ['A2.2', true],
  ])
  expect(questions[0]).toMatchObject({
    text: 'A fost urna sigilată?',
    options: [
      { text: 'Da', isFlagged: false, isGone: false },
      { text: 'Nu', isFlagged: true, isGone: true },
    ],
  })
  expect(await sealed(cast, cast.ana)).toEqual({ n: 3, Da: 1, Nu: 2 })
})

test('pages and searches the texts of a question, newest first', async () => {
  const cast = await set()
  await reportAll(cast)
  cast.clock.now = new Date('2026-11-22T10:30:00Z')
  await send(cast.bogdan, answerOf(cast, dej, 'A1.2', 'Altceva=Sigiliul lipsea'))
  const texts = async (query: CallInput<typeof analysis.texts>['query']) => {
    const params = paramsOf(cast, 'A1.2')
    const { data, totalItems } = await cast.ana.call(analysis.texts, { params, query })
    return [totalItems, ...data.map(({ text }) => text)]
  }

  const [first, ...others] = ['Sigiliul lipsea', 'sigiliul era rupt', 'liniște']
  expect(await texts({})).toEqual([3, first, ...others])
  expect(await texts({ page: 3, pageSize: 1 })).toEqual([3, 'liniște'])
  expect(await texts({ page: 9 })).toEqual([3])
  expect(await texts({ search: 'SIGILIUL' })).toEqual([2, first, 'sigiliul era rupt'])
  expect(await texts({ search: 'sigil rupt' })).toEqual([1, 'sigiliul era rupt'])
  expect(await texts({ withOptionId: optionId(cast, 'A1.1', 'Nu') })).toEqual([2, ...others])
})

test('summarises the values of a question, and counts what cannot be read', async () => {
  const cast = await set()
  const formId = await addForm(cast)
  const sections = (await cast.bogdan.call(forms.get, { params: { id: formId }, query: {} })) ?? []
  const [whole, time] = ['whole', 'time'].map(
    (kind) => sections[0]!.questions.find((one) => one.kind === kind)!.id as Id<'questions'>,
  )
  const say = (person: Person, at: object, questionId: number, value: string) =>
    send(person, { ...(at as typeof aiud), questionId, value })
  await say(cast.bogdan, aiud, whole!, '1.200')
  await say(cast.bogdan, blaj, whole!, '100')
  await say(cast.bogdan, dej, whole!, 'multe')
  await say(cast.dana, dej, whole!, '200')
  await say(cast.emil, dej, whole!, '3000')
  await say(cast.bogdan, aiud, time!, '9.30')
  const valuesOf = async (questionId: Id<'questions'>, query: Filter = {}) =>
    (await cast.ana.call(analysis.count, { params: { questionId }, query })).values

  expect(await valuesOf(whole!)).toMatchObject({
    ...{ kind: 'whole', read: 3, unreadable: 1 },
    summary: { minimum: 100, lowerQuartile: 150, median: 200, upperQuartile: 700, maximum: 1200 },
    bars: [{ from: '100' }, { from: '200' }, { from: '1200', reports: 1 }],
  })
  expect(await valuesOf(whole!, { county: 'CJ' })).toMatchObject({ read: 1, unreadable: 1 })
  expect(await valuesOf(time!)).toMatchObject({ bars: [{ from: '09', until: null, reports: 1 }] })
  expect(await valuesOf(paramsOf(cast, 'A1.1').questionId)).toBeNull()
  const params = { formId }
  const [section] = await cast.ana.call(analysis.form, { params })
  expect(section?.questions[0]).toMatchObject({ kind: 'whole', unit: 'voturi', max: 3000 })
})

test('leads each value and each hour to as many reports as it counts, and lists outliers', async () => {
  const cast = await set()
  const formId = await addForm(cast)
  const sections = (await cast.bogdan.call(forms.get, { params: { id: formId }, query: {} })) ?? []
  const asked = (kind: string) => sections[0]!.questions.find((one) => one.kind === kind)!
  const idsOf = (kind: string) => ({
    questionId: asked(kind).id as Id<'questions'>,
    optionId: asked(kind).optionsToQuestions[0]!.id as Id<'options'>,
  })
  const say = (person: Person, at: object, kind: string, value: string) =>
    send(person, { ...(at as typeof aiud), questionId: asked(kind).id, value })
  await say(cast.bogdan, aiud, 'whole', '100')
  await say(cast.bogdan, blaj, 'whole', '100')
  const { now } = cast.clock
  cast.clock.now = new Date('2026-11-22T10:30:00Z')
  await say(cast.bogdan, dej, 'whole', '110')
  await say(cast.dana, dej, 'whole', '2500')
  await say(cast.dana, aiud, 'whole', '101')
  await say(cast.dana, dej, 'time', '9.30')
  // Changes its report, and no answer that is counted here.
  await say(cast.bogdan, aiud, 'line', 'gata')
  const behind = async (kind: string, more: object, person = cast.ana) =>
    (await list(person, { optionId: idsOf(kind).optionId, ...more })).totalItems

  for (const kind of ['whole', 'time']) {
    const { questionId } = idsOf(kind)
    const { values } = await cast.ana.call(analysis.count, { params: { questionId }, query: {} })
    for (const { from, reports } of values!.bars)
      expect([from, await behind(kind, { optionValue: from })]).toEqual([from, reports])
  }
  expect(await behind('whole', { optionValue: '100..110' })).toBe(3)
  expect(await behind('whole', { optionValue: '1.1.1..2' })).toBe(0)
  expect(await behind('whole', { optionValue: '100' }, cast.calin)).toBe(0)

  const { questionId } = idsOf('whole')
  const broken = async (dimension: Dimension) => {
    const params = { questionId, dimension }
    return (await cast.ana.call(analysis.breakDown, { params, query: {} })).groups
  }
  const hours = await broken('hour')
  expect(hours.map(({ answered, median }) => [answered, median])).toEqual([
    [2, 100],
    [3, 110],
  ])
  for (const { key, answered } of hours)
    expect(await behind('whole', { answeredHour: key })).toBe(answered)
  expect((await broken('area')).map(({ key, median }) => [key, median])).toEqual([
    ['AB', 100],
    ['CJ', 1305],
  ])
  const outliers = async (person: Person) =>
    (await person.call(analysis.outliers, { params: { questionId }, query: {} })).data
  expect(await outliers(cast.ana)).toMatchObject([
    { value: '2500', pollingStationName: 'Cluj Dej 1' },
  ])
  expect(await outliers(cast.calin)).toEqual([])
  // The proof of identity that an export needs is fresh again.
  cast.clock.now = now
  const hour = encodeURIComponent(hours[0]!.key)
  const csv = await cast.ana.send({
    url: `/api/v1/export/all?language=en&format=csv&optionId=${idsOf('whole').optionId}&answeredHour=${hour}`,
  })
  expect(csv.payload.match(/V-whole/g)).toHaveLength(2)
})
