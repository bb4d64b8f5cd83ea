import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { places } from '#features/places/contract.ts'
import { stage } from '#testing/stage.ts'
import { elections } from '../contract.ts'
import { practise } from './testing.ts'

const set = stage()

test('shows staff the current election and the names of its levels', async () => {
  const { ana, calin, bogdan } = await set()

  const election = await ana.call(elections.current)

  expect(election).toMatchObject({
    name: 'Alegeri de probă',
    day: '2026-11-22',
    timezone: 'Europe/Bucharest',
    state: 'live',
    levelNames: ['Województwo', 'Powiat', 'Gmina'],
    countyLevel: 2,
  })
  expect(await calin.call(elections.current)).toEqual(election)
  await expect(bogdan.call(elections.current)).rejects.toMatchObject({ code: 'session.forbidden' })
})

test('clearing a rehearsal leaves an empty live election, and history', async () => {
  const cast = await set()
  const { ana, bogdan, field, database } = cast
  await practise(cast)
  const at = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }
  const chosen = { optionId: field.optionId('A1.1', 'Nu') }
  await bogdan.call(answers.send, {
    body: { answers: [{ ...at, questionId: field.questionId('A1.1'), options: [chosen] }] },
  })
  const photograph = { name: 'photo.bin', bytes: new Uint8Array([1, 2, 3]) }
  await bogdan.call(notes.write, { body: { ...at, text: 'Coadă' } }, [photograph])
  await bogdan.call(notes.write, { body: { ...at, municipalityCode: 'XX', text: 'Unde?' } }, [
    photograph,
  ])
  await ana.token()
  const before = await database.primary.selectFrom('history').select('id').execute()

  const cleared = await ana.call(elections.clearRehearsal)

  expect(cleared).toMatchObject({ state: 'live', name: 'Alegeri' })
  expect(await ana.call(elections.current)).toEqual(cleared)
  expect(await ana.call(answers.list, { query: {} })).toMatchObject({ threads: [], totalItems: 0 })
  expect(await ana.call(places.counties)).toEqual([])
  expect(await ana.call(forms.list, { query: {} })).toEqual({ formVersions: [] })
  await expect(bogdan.call(places.counties)).rejects.toMatchObject({ code: 'session.missing' })
  const history = await database.primary.selectFrom('history').select('act').orderBy('id').execute()
  expect(history).toHaveLength(before.length + 1)
  expect(history.at(-1)).toEqual({ act: 'elections.rehearsal-cleared' })
})

test('clears a rehearsal once when asked several times at once', async () => {
  const cast = await set()
  const { ana, database } = cast
  await practise(cast)

  const results = await Promise.allSettled([1, 2, 3].map(() => ana.call(elections.clearRehearsal)))

  const refused = { status: 'rejected', reason: { code: 'election.changed' } }
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([refused, refused])
  expect(await database.primary.selectFrom('elections').select('id').execute()).toHaveLength(2)
})

test('refuses to clear a live election', async () => {
  const { ana } = await set()

  await expect(ana.call(elections.clearRehearsal)).rejects.toMatchObject({
    code: 'election.not-a-rehearsal',
  })

  expect(await ana.call(places.counties)).toHaveLength(2)
})

test('lets only the organiser clear a rehearsal', async () => {
  const cast = await set()
  const { ana, calin, bogdan, stranger } = cast
  await practise(cast)
  const forbidden = { code: 'session.forbidden' }

  await expect(calin.call(elections.clearRehearsal)).rejects.toMatchObject(forbidden)
  await expect(bogdan.call(elections.clearRehearsal)).rejects.toMatchObject(forbidden)
  await expect(stranger.call(elections.clearRehearsal)).rejects.toMatchObject({
    code: 'session.missing',
  })

  expect(await ana.call(elections.current)).toMatchObject({ state: 'rehearsal' })
})

test('organisers edit name, day and time zone, and history keeps earlier values', async () => {
  const { ana, calin, database } = await set()
  const body = { name: '  Turul   II ', day: '2026-12-06', timezone: 'Europe/Chisinau' }

  await ana.call(elections.edit, { body })

  const now = { name: 'Turul II', day: '2026-12-06', timezone: 'Europe/Chisinau', countyLevel: 2 }
  expect(await calin.call(elections.current)).toMatchObject(now)
  const acts = await database.primary
    .selectFrom('history')
    .select(['actorName', 'before'])
    .where('act', '=', 'elections.edited')
    .execute()
  expect(acts).toMatchObject([{ actorName: 'ana', before: { name: 'Alegeri de probă' } }])
})

test('names an invalid day or time zone, and refuses edits from others', async () => {
  const { ana, calin } = await set()
  const body = { name: 'X', day: '2026-02-30', timezone: 'Europe/Nowhere' }

  await expect(ana.call(elections.edit, { body })).rejects.toMatchObject({
    details: { errors: { day: expect.anything(), timezone: expect.anything() } },
  })
  await expect(calin.call(elections.edit, { body })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
})
