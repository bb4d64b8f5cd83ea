import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { type Method, statistics } from '../contract.ts'

const set = stage()

/** An observer chooses options at a station of Cluj or Alba; all but Da are flagged. */
async function choose(
  { field }: Stage,
  person: Person,
  municipalityCode: string,
  pollingStationNumber: number,
  chosen: readonly (readonly [question: string, text: string])[],
) {
  const at = { countyCode: municipalityCode.slice(0, 2), municipalityCode, pollingStationNumber }
  const drafts = chosen.map(([question, text]) => ({
    ...at,
    questionId: field.questionId(question),
    options: [{ optionId: field.optionId(question, text) }],
  }))
  await person.call(answers.send, { body: { answers: drafts } })
}

const rows = async (person: Person, method: Method) => {
  const { data } = await person.call(statistics.list, { params: { method }, query: {} })
  return data.map(({ label, value }) => `${label}: ${value}`)
}

/** How many answers each row is counted among. */
const ofAnswers = async (person: Person, method: Method) => {
  const { data } = await person.call(statistics.list, { params: { method }, query: {} })
  return data.map(({ of }) => of)
}

test('counts flagged options by county and station, separately for opening and counting', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, 'CJ1', 1, [
    ['A1.1', 'Nu'],
    ['A2.2', 'Nu, la'],
    ['C1.1', 'Nu'],
  ])
  await choose(cast, cast.bogdan, 'AB1', 2, [
    ['A1.1', 'Nu'],
    ['C1.1', 'Da'],
  ])

  const { ana } = cast
  expect(await ofAnswers(ana, 'countiesIrregularities')).toEqual([3, 2])
  expect(await ofAnswers(ana, 'pollingStationOpeningIrregularities')).toEqual([2, 1])
  expect(await rows(ana, 'countiesIrregularities')).toEqual(['Cluj: 3', 'Alba: 1'])
  expect(await rows(ana, 'pollingStationIrregularities')).toEqual([
    'Cluj Dej 1: 3',
    'Alba Aiud 2: 1',
  ])
  expect(await rows(ana, 'countiesOpeningIrregularities')).toEqual(['Cluj: 2', 'Alba: 1'])
  expect(await rows(ana, 'pollingStationOpeningIrregularities')).toEqual([
    'Cluj Dej 1: 2',
    'Alba Aiud 2: 1',
  ])
  expect(await rows(ana, 'countiesByCountingIrregularities')).toEqual(['Cluj: 1'])
  expect(await rows(ana, 'pollingStationsByCountingIrregularities')).toEqual(['Cluj Dej 1: 1'])
})

test('counts an observer once in a county for visits to several stations', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, 'CJ1', 1, [['A1.1', 'Da']])
  await choose(cast, cast.bogdan, 'CJ1', 2, [['A1.1', 'Da']])
  await choose(cast, cast.dana, 'CJ1', 1, [['A1.1', 'Da']])
  await choose(cast, cast.dana, 'AB1', 1, [['A1.1', 'Da']])

  expect(await rows(cast.ana, 'observerNumber')).toEqual(['Cluj: 2', 'Alba: 1'])
})

test('stops counting an answer once it is withdrawn', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, 'CJ1', 1, [['A1.1', 'Nu']])
  await choose(cast, cast.bogdan, 'CJ1', 1, [['A1.1', 'Da']])

  expect(await rows(cast.ana, 'countiesIrregularities')).toEqual([])
})

test('excludes test observers and inactive organisations', async () => {
  const cast = await set()
  await choose(cast, cast.emil, 'CJ1', 1, [['A1.1', 'Nu']])
  await choose(cast, cast.dana, 'AB1', 1, [['A1.1', 'Nu']])
  await cast.database.write((tx) =>
    tx.updateTable('ngos').set({ isActive: false }).where('shortName', '=', 'VC').execute(),
  )

  expect(await rows(cast.ana, 'countiesIrregularities')).toEqual([])
  expect(await rows(cast.ana, 'pollingStationIrregularities')).toEqual([])
  expect(await rows(cast.ana, 'observerNumber')).toEqual([])
})

test('keeps other organisations’ stations when an organisation becomes inactive', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, 'CJ1', 1, [['A1.1', 'Nu']])
  await choose(cast, cast.dana, 'CJ1', 1, [['A1.1', 'Nu']])
  await choose(cast, cast.dana, 'AB1', 1, [['A1.1', 'Nu']])
  const stations = () => rows(cast.ana, 'pollingStationIrregularities')
  expect(await stations()).toEqual(['Cluj Dej 1: 2', 'Alba Aiud 1: 1'])

  await cast.database.write((tx) =>
    tx.updateTable('ngos').set({ isActive: false }).where('shortName', '=', 'VC').execute(),
  )

  expect(await stations()).toEqual(['Cluj Dej 1: 1'])
})

test('counts all forms with the code’s last letter', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, 'CJ1', 1, [
    ['A1.1', 'Nu'],
    ['C1.1', 'Nu'],
  ])
  await choose(cast, cast.bogdan, 'AB1', 1, [['C1.1', 'Nu']])
  await cast.database.write((tx) =>
    tx.updateTable('forms').set({ code: 'DA' }).where('code', '=', 'C').execute(),
  )

  expect(await rows(cast.ana, 'pollingStationOpeningIrregularities')).toEqual([
    'Cluj Dej 1: 2',
    'Alba Aiud 1: 1',
  ])
  expect(await rows(cast.ana, 'pollingStationsByCountingIrregularities')).toEqual([])
})

test('shows organisation administrators the figures of their own observers', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, 'CJ1', 1, [['A1.1', 'Nu']])
  await choose(cast, cast.dana, 'AB1', 1, [['A1.1', 'Nu']])

  expect(await rows(cast.calin, 'countiesIrregularities')).toEqual(['Alba: 1'])
  expect(await rows(cast.calin, 'pollingStationIrregularities')).toEqual(['Alba Aiud 1: 1'])
  expect(await rows(cast.calin, 'observerNumber')).toEqual(['Alba: 1'])
})

test('pages a count, and gives the total on a page beyond the end', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, 'CJ1', 1, [['A1.1', 'Nu']])
  await choose(cast, cast.bogdan, 'AB1', 1, [['A1.1', 'Nu']])
  const page = (page: number) =>
    cast.ana.call(statistics.list, {
      params: { method: 'countiesIrregularities' },
      query: { page, pageSize: 1 },
    })

  const whole = { totalItems: 2, totalPages: 2, pageSize: 1, asOf: cast.clock.now }
  const one = { value: '1', of: 1, province: 'Transilvania', address: null, pollingStationId: null }
  const [alba, cluj] = [
    { label: 'Alba', countyCode: 'AB', ...one },
    { label: 'Cluj', countyCode: 'CJ', ...one },
  ]
  expect(await page(1)).toEqual({ data: [alba], page: 1, ...whole })
  expect(await page(2)).toEqual({ data: [cluj], page: 2, ...whole })
  expect(await page(3)).toEqual({ data: [], page: 3, ...whole })
})

test('distinguishes counties of one name by code and province, stations by address', async () => {
  const cast = await set('flat')
  await cast.database.write(async (tx) => {
    await tx.updateTable('areas').set({ name: 'bielski' }).execute()
    await tx.updateTable('pollingStations').set({ address: 'Lipowa 4' }).execute()
  })
  for (const code of ['AB', 'CJ'])
    await cast.bogdan.call(answers.send, {
      body: {
        answers: [
          {
            countyCode: code,
            pollingStationNumber: 1,
            questionId: cast.field.questionId('A1.1'),
            options: [{ optionId: cast.field.optionId('A1.1', 'Nu') }],
          },
        ],
      },
    })
  const recorded = async (method: Method) =>
    (await cast.ana.call(statistics.list, { params: { method }, query: {} })).data.map(
      ({ label, countyCode, province, address }) => [label, countyCode, province, address],
    )

  for (const method of ['observerNumber', 'countiesIrregularities'] as const)
    expect(await recorded(method)).toEqual([
      ['bielski', 'AB', null, null],
      ['bielski', 'CJ', null, null],
    ])
  expect(await recorded('pollingStationIrregularities')).toEqual([
    ['bielski 1', 'AB', null, 'Lipowa 4'],
    ['bielski 1', 'CJ', null, 'Lipowa 4'],
  ])
})

test('orders stations with equal counts by name across pages', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, 'CJ1', 2, [['A1.1', 'Nu']])
  await choose(cast, cast.bogdan, 'CJ1', 1, [['A1.1', 'Nu']])
  await choose(cast, cast.bogdan, 'AB1', 1, [['A1.1', 'Nu']])
  await choose(cast, cast.bogdan, 'AB1', 2, [
    ['A1.1', 'Nu'],
    ['C1.1', 'Nu'],
  ])
  const page = async (page: number) => {
    const params = { method: 'pollingStationIrregularities' as const }
    const { data, totalItems } = await cast.ana.call(statistics.list, {
      params,
      query: { page, pageSize: 2 },
    })
    return [totalItems, ...data.map(({ label, value }) => `${label}: ${value}`)]
  }

  expect(await page(1)).toEqual([4, 'Alba Aiud 2: 2', 'Alba Aiud 1: 1'])
  expect(await page(2)).toEqual([4, 'Cluj Dej 1: 1', 'Cluj Dej 2: 1'])
  expect(await page(3)).toEqual([4])
})

test('refuses observers, callers without a session, and unknown counts', async () => {
  const { ana, bogdan, stranger } = await set()
  const asked = { params: { method: 'observerNumber' as const }, query: {} }

  await expect(bogdan.call(statistics.list, asked)).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(stranger.call(statistics.list, asked)).rejects.toMatchObject({
    code: 'session.missing',
  })
  const { statusCode, body } = await ana.send({ url: '/api/v1/statistics/nothing' })
  expect(statusCode).toBe(400)
  expect(JSON.parse(body).errors).toHaveProperty('method')
})
