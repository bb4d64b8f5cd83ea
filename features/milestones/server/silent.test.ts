import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { answerOf, send } from '#features/answers/server/testing.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, stage } from '#testing/stage.ts'
import { everybody, milestones } from '../contract.ts'
import { areaOf, arrival, at, due, figuresSettled, listedStates } from './testing.ts'

const set = stage()

const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 } as const

/** An evening: Bogdan at Aiud and Blaj, Dana at Dej, all from six on; Bogdan has reported from Aiud at eight. */
async function evening() {
  const cast = await set()
  await cast.startJobs()
  cast.clock.now = at('19:50')
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Bogdan Pop', ['AB2', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  const [milestoneId] = await due(cast, { ...arrival, dueAt: '2026-11-22 20:05' })
  cast.clock.now = at('20:00')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  return { cast, milestoneId: milestoneId! }
}

async function silent(person: Person, silentMinutes: number, more: object = {}) {
  const query = { silentMinutes, ...more }
  const { data, totalItems } = await person.call(milestones.expected, { query })
  expect(totalItems).toBe(data.length)
  return data.map((one) => `${one.observerName} ${one.municipality} ${one.pollingStationNumber}`)
}

test('lists observers silent for the given time during their shift, longest first', {
  tags: 'slow',
}, async () => {
  const { cast, milestoneId } = await evening()
  cast.clock.now = at('21:00')
  expect(await silent(cast.ana, 901)).toEqual([])
  expect(await silent(cast.ana, 900)).toEqual(['Dana Ionescu Dej 1'])
  expect(await silent(cast.ana, 60)).toEqual([
    ...['Dana Ionescu Dej 1', 'Bogdan Pop Aiud 1', 'Bogdan Pop Blaj 1'],
  ])
  expect(await silent(cast.ana, 61)).toEqual(['Dana Ionescu Dej 1'])
  expect(await silent(cast.ana, 60, { milestoneId, state: 'done' })).toEqual(['Bogdan Pop Aiud 1'])
  expect(await silent(cast.ana, 60, { countyId: await areaOf(cast, 'AB'), name: 'pop' })).toEqual([
    ...['Bogdan Pop Aiud 1', 'Bogdan Pop Blaj 1'],
  ])
  expect(await silent(cast.sanda, 60)).toEqual(['Dana Ionescu Dej 1'])
  expect(await silent(cast.calin, 60)).toEqual(['Dana Ionescu Dej 1'])

  const { data } = await cast.ana.call(milestones.expected, { query: { name: 'Ionéscu-dana' } })
  const excused = { assignmentIds: data.map(({ assignmentId }) => assignmentId) }
  await cast.ana.call(milestones.excuse, { body: { ...excused, reason: 'Bolnavă' } })
  expect(await silent(cast.ana, 300)).toEqual([])
  await cast.ana.call(milestones.unexcuse, { body: excused })
  expect(await silent(cast.ana, 300)).toEqual(['Dana Ionescu Dej 1'])

  const params = { id: cast.field.stationId('CJ1', 1) as Id<'pollingStations'> }
  await cast.ana.call(places.closeStation, { params })
  expect(await silent(cast.ana, 300)).toEqual([])
  cast.clock.now = new Date('2026-11-23T00:30:00+02:00')
  expect(await silent(cast.ana, 1)).toEqual([])
})

test('orders observers to call by late milestones, then by silence, across pages', async () => {
  const { cast, milestoneId } = await evening()
  const inArea = async (code: string) => ({ ...everybody, areaIds: [await areaOf(cast, code)] })
  const [alba, cluj] = [await inArea('AB'), await inArea('CJ')]
  await due(
    cast,
    { ...arrival, name: 'Zori', dueAt: '2026-11-22 12:00', audience: alba },
    { ...arrival, name: 'Seara', dueAt: '2026-11-22 20:30', audience: cluj },
    { ...arrival, name: 'Noaptea', dueAt: '2026-11-22 20:40', audience: cluj },
  )
  cast.clock.now = at('21:00')
  await plan(cast, 'Emil Test', ['AB1', 2])
  await figuresSettled(cast)
  const toCall = async (query: object, person = cast.ana) => {
    const { data, totalItems } = await person.call(milestones.expected, {
      query: { order: 'call', ...query },
    })
    return [totalItems, ...data.map((one) => `${one.observerName} ${one.municipality}`)]
  }

  const inOrder = (await toCall({})).slice(1)
  expect(inOrder[0]).toBe('Dana Ionescu Dej')
  expect(inOrder).toHaveLength(4)
  const pages = await Promise.all([1, 2, 3, 4].map((page) => toCall({ page, pageSize: 1 })))
  expect(pages).toEqual(inOrder.map((each) => [4, each]))
  expect(await toCall({ state: 'late', milestoneId })).toContain('Dana Ionescu Dej')
  expect(await toCall({ state: 'late' })).toEqual([2, 'Dana Ionescu Dej', 'Bogdan Pop Blaj'])
  expect(await toCall({ state: 'late' }, cast.sanda)).toEqual([1, 'Dana Ionescu Dej'])
})

test('excludes disabled organisations from expected and silent, and test observers from silent', {
  tags: 'slow',
}, async () => {
  const { cast } = await evening()
  await plan(cast, 'Emil Test', ['AB1', 2])
  cast.clock.now = at('21:00')
  expect(await silent(cast.ana, 61)).toEqual(['Dana Ionescu Dej 1'])

  const ngo = (await cast.ana.call(accounts.listNgos)).find(({ name }) => name === 'Vot Curat')!
  const params = { id: ngo.id as Id<'ngos'> }
  await cast.ana.call(accounts.editNgo, { params, body: { isActive: false } })
  await figuresSettled(cast)
  expect(await silent(cast.ana, 61)).toEqual([])
  expect((await listedStates(cast)).join()).not.toContain('Dana')

  await cast.ana.call(accounts.editNgo, { params, body: { isActive: true } })
  await figuresSettled(cast)
  expect(await silent(cast.ana, 61)).toEqual(['Dana Ionescu Dej 1'])
})

test('counts each station of an area separately, only where milestones are expected', async () => {
  const { cast } = await evening()
  cast.clock.now = at('20:10')
  const stations = async (code: string, person = cast.ana) => {
    const query = { by: 'station', areaId: await areaOf(cast, code) } as const
    const { rows } = await person.call(milestones.deployment, { query })
    return rows.map(({ id, name, milestones: [one] }) => [
      id,
      name,
      one!.counts.done,
      one!.counts.late,
    ])
  }
  const { stationId } = cast.field

  expect(await stations('AB1')).toEqual([[stationId('AB1', 1), '1', 1, 0]])
  expect(await stations('AB')).toEqual([
    [stationId('AB1', 1), '1', 1, 0],
    [stationId('AB2', 1), '1', 0, 1],
  ])
  expect(await stations('AB', cast.sanda)).toEqual([])
  expect(await stations('CJ', cast.calin)).toEqual([[stationId('CJ1', 1), '1', 0, 1]])
  await expect(
    cast.ana.call(milestones.deployment, { query: { by: 'station' } }),
  ).rejects.toMatchObject({ code: 'request.invalid' })
})

test('exports filtered expectations with a column for each milestone', async () => {
  const { cast, milestoneId } = await evening()
  await cast.figures()
  cast.clock.now = at('20:10')
  const lines = async (person: Person, query: string) => {
    const url = `${milestones.export.path}?format=csv&language=en${query}`
    return (await person.send({ url })).body.trim().split(/\r?\n/)
  }

  expect(await lines(cast.ana, '')).toEqual([
    expect.stringMatching(
      /^.?Observer,Phone,Organisation,County,Municipality,Station number,From,Until,At another station,Last seen,Sosire$/,
    ),
    expect.stringMatching(/^Bogdan Pop,.*,Alba,Blaj,1,2026-11-22 06:00.*,2026-11-22 20:00.*,late$/),
    expect.stringMatching(/^Dana Ionescu,.*,Cluj,Dej,1,.*,,late$/),
    expect.stringMatching(/^Bogdan Pop,.*,Alba,Aiud,1,.*,done$/),
  ])
  expect(await lines(cast.ana, `&state=late&milestoneId=${milestoneId}&name=pop`)).toHaveLength(2)
  expect(await lines(cast.ana, '&silentMinutes=300')).toHaveLength(2)
  expect(await lines(cast.calin, '')).toHaveLength(2)
})
