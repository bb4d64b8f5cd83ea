import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { observers } from '../contract.ts'

const set = stage()

/** Names of the observers checked in at stations 1 and 2 of the county. */
const checkedIn = ({ ana }: Stage) =>
  Promise.all(
    [1, 2].map(async (number) => {
      const range = { fromPollingStationNumber: number, toPollingStationNumber: number }
      const query = { countyCodes: ['CJ'], currentlyCheckedIn: true, ...range }
      return (await ana.call(observers.active, { query })).map(({ name }) => name)
    }),
  )

test('filters active observers by last station, range and arrival', async () => {
  const { ana, bogdan, dana, clock } = await set()
  const arrive = (pollingStationNumber: number, countyCode = 'CJ') => ({
    body: { countyCode, pollingStationNumber, observerArrivalTime: '2026-11-22 08:00' },
  })
  await bogdan.call(visits.report, arrive(1))
  await dana.call(visits.report, arrive(1))
  clock.now = new Date(clock.now.getTime() + 1000)
  await dana.call(visits.report, arrive(2))
  await dana.call(visits.leave, {
    body: { countyCode: 'CJ', pollingStationNumber: 2, observerLeaveTime: '2026-11-22 09:00' },
  })

  const names = async (query: object) =>
    (await ana.call(observers.active, { query: { countyCodes: ['CJ'], ...query } })).map(
      ({ name }) => name,
    )
  expect(await names({})).toEqual(['Bogdan Pop', 'Dana Ionescu'])
  expect(await names({ currentlyCheckedIn: true })).toEqual(['Bogdan Pop'])
  expect(await names({ toPollingStationNumber: 1 })).toEqual(['Bogdan Pop'])
  expect(await names({ fromPollingStationNumber: 2 })).toEqual(['Dana Ionescu'])
  expect(await names({ countyCodes: ['AB', 'XX'] })).toEqual([])
})

test('keeps an observer checked in when they report about another station', async () => {
  const cast = await set()
  const { bogdan, clock, field } = cast
  const at = (pollingStationNumber: number) => ({ countyCode: 'CJ', pollingStationNumber })
  const later = () => {
    clock.now = new Date(clock.now.getTime() + 60_000)
  }
  const answer = (number: number, text: string) => ({
    body: {
      answers: [
        {
          ...at(number),
          questionId: field.questionId('A1.1'),
          options: [{ optionId: field.optionId('A1.1', text) }],
        },
      ],
    },
  })
  await bogdan.call(visits.report, {
    body: { ...at(1), observerArrivalTime: '2026-11-22 07:00' },
  })
  await bogdan.call(answers.send, answer(1, 'Nu'))
  later()
  await bogdan.call(visits.leave, {
    body: { ...at(1), observerLeaveTime: '2026-11-22 08:00' },
  })
  await bogdan.call(visits.report, {
    body: { ...at(2), observerArrivalTime: '2026-11-22 09:00' },
  })
  later()

  // Corrections of the first station, its facts and its departure included.
  await bogdan.call(answers.send, answer(1, 'Da'))
  expect(await checkedIn(cast)).toEqual([[], ['Bogdan Pop']])
  await bogdan.call(visits.report, { body: { ...at(1), urbanArea: true } })
  await bogdan.call(visits.leave, {
    body: { ...at(1), observerLeaveTime: '2026-11-22 08:10' },
  })
  expect(await checkedIn(cast)).toEqual([[], ['Bogdan Pop']])

  await bogdan.call(visits.leave, {
    body: { ...at(2), observerLeaveTime: '2026-11-22 10:00' },
  })
  expect(await checkedIn(cast)).toEqual([[], []])
})

test('checks observers in at the latest arrival when reports come out of order', async () => {
  const cast = await set()
  const { bogdan, clock } = cast
  const arrive = async (pollingStationNumber: number, time: string) => {
    const body = { countyCode: 'CJ', pollingStationNumber, observerArrivalTime: time }
    await bogdan.call(visits.report, { body })
    clock.now = new Date(clock.now.getTime() + 60_000)
  }

  await arrive(2, '2026-11-22 09:00')
  await arrive(1, '2026-11-22 07:00')
  expect(await checkedIn(cast)).toEqual([[], ['Bogdan Pop']])

  await arrive(1, '2026-11-22 11:00')
  expect(await checkedIn(cast)).toEqual([['Bogdan Pop'], []])
})
