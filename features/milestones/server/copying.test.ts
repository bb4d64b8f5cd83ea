import { expect, test } from 'vitest'
import { assignments } from '#features/assignments/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, type ElectionBody, make, prepare } from '#features/elections/server/testing.ts'
import { forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { milestones } from '../contract.ts'
import { areaOf, arrival, type Draft, figuresSettled, ofMessage } from './testing.ts'

const set = stage()

/** Adds milestones, switches to an election with the same places and forms, returns the first. */
async function nextRound(
  cast: Stage,
  drafts: readonly Draft[],
  but: Partial<ElectionBody> = {},
): Promise<Id<'elections'>> {
  for (const body of drafts) await cast.ana.call(milestones.add, { body })
  const electionId = await currentId(cast)
  await make(cast, await prepare(cast, { copyFrom: electionId, ...but }))
  return electionId
}

const names = async ({ ana }: Stage) => (await ana.call(milestones.list)).map(({ name }) => name)

/** A milestone of each kind but a message. */
const ofEachKind = ({ field }: Stage): Draft[] => [
  { ...arrival, forStation: true },
  {
    ...{ name: 'Numărare', kind: 'form', dueAt: '2026-11-22 23:00' },
    formId: field.formId('C') as Id<'forms'>,
  },
  {
    ...{ name: 'Urne', kind: 'question', dueAfterMinutes: 30 },
    questionId: field.questionId('A1.1') as Id<'questions'>,
  },
]

test('copies deadlines with their distance from election day and clock time, across time zones and seasons', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana } = cast
  const electionId = await nextRound(
    cast,
    [
      { ...arrival, dueAt: '2026-11-22 06:30' },
      { ...arrival, name: 'După miezul nopții', dueAt: '2026-11-23 01:15' },
      { name: 'La fiecare tură', kind: 'station-info', dueAfterMinutes: 45 },
    ],
    { day: '2027-06-06', timezone: 'Europe/Lisbon' },
  )

  await ana.call(milestones.copy, { body: { electionId } })

  const listed = await ana.call(milestones.list)
  expect(
    listed.map(({ name, dueAt, dueAfterMinutes }) => [name, dueAt ?? dueAfterMinutes]),
  ).toEqual([
    ['La fiecare tură', 45],
    ['Sosire', new Date('2027-06-06T05:30:00Z')],
    ['După miezul nopții', new Date('2027-06-07T00:15:00Z')],
  ])
})

test('matches forms and questions by code, and expects copied milestones after publication', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  const { ana } = cast
  const electionId = await nextRound(cast, ofEachKind(cast))
  const observerId = (await ana.call(observers.add, {
    body: { name: 'Bogdan Pop', phone: '0700 000 001', pin: '1111' },
  })) as Id<'observers'>
  const { stations } = await ana.call(places.search, { query: { text: 'AB1 1' } })
  const shift = { observerId, from: '2026-12-06 06:00', until: '2026-12-06 23:59' }
  const pollingStationId = stations[0]!.id as Id<'pollingStations'>
  await ana.call(assignments.add, { body: { assignments: [{ ...shift, pollingStationId }] } })

  const { added, ids } = await ana.call(milestones.copy, { body: { electionId } })
  await figuresSettled(cast)

  expect([added, ids.length]).toEqual([3, 3])
  const listed = await ana.call(milestones.list)
  const { formVersions } = await ana.call(forms.list, { query: { draft: true } })
  const formId = formVersions.find(({ code }) => code === 'C')!.id
  expect(listed).toMatchObject([
    { name: 'Urne', kind: 'question', of: 'A1.1', dueAfterMinutes: 30, expected: 0 },
    { name: 'Sosire', kind: 'arrival', forStation: true, expected: 1 },
    { name: 'Numărare', kind: 'form', of: 'C', formId, forStation: false, expected: 0 },
  ])

  for (const { id } of formVersions) await ana.call(forms.edit, { body: { id } })
  await figuresSettled(cast)
  const published = await ana.call(milestones.list)
  expect(published.map(({ expected, isAsked }) => [expected, isAsked])).toEqual([
    ...[
      [1, true],
      [1, true],
      [1, true],
    ],
  ])
})

test('previews copied milestones in the language of the reader without storing them', async () => {
  const cast = await set()
  const electionId = await nextRound(cast, ofEachKind(cast))

  const { body } = await cast.ana.send({
    method: 'POST',
    url: milestones.copy.path,
    headers: { 'accept-language': 'ro' },
    payload: { electionId, dryRun: true },
  })

  const { rows, ids } = JSON.parse(body)
  expect(rows.map(({ cells }: { cells: object }) => Object.values(cells))).toEqual([
    ['Urne', 'O întrebare: A1.1', 'la 30 de minute după începutul turei', 'nu', 'toți'],
    ['Sosire', 'Sosirea la secție', '2026-12-06 12:00', 'da', 'toți'],
    ['Numărare', 'Un formular: C', '2026-12-06 23:00', 'nu', 'toți'],
  ])
  expect(ids).toEqual([])
  expect(await names(cast)).toEqual([])
})

test('names milestones that cannot be copied, and refuses the copy unless they are skipped', async () => {
  const cast = await set()
  const { ana } = cast
  const electionId = await nextRound(cast, [...ofEachKind(cast), await ofMessage(cast)])
  const { formVersions } = await ana.call(forms.list, { query: { draft: true } })
  for (const { id } of formVersions) await ana.call(forms.remove, { query: { formId: id } })

  const { wrong } = await ana.call(milestones.copy, { body: { electionId, dryRun: true } })
  expect(wrong.map(({ faults: [one] }) => [one!.code, one!.details])).toEqual([
    ['question.unknown', { form: 'A', code: 'A1.1' }],
    ['milestone.of-message', undefined],
    ['form.unknown', { code: 'C' }],
  ])
  await expect(ana.call(milestones.copy, { body: { electionId } })).rejects.toMatchObject({
    code: 'import.refused',
  })
  expect(await names(cast)).toEqual([])

  const body = { electionId, skipInvalid: true }
  expect(await ana.call(milestones.copy, { body })).toMatchObject({ added: 1 })
  expect(await names(cast)).toEqual(['Sosire'])
})

test('copies an audience by area codes, and refuses it when an area is missing', async () => {
  const cast = await set()
  const { ana } = cast
  const areaIds = [await areaOf(cast, 'CJ'), await areaOf(cast, 'AB1')]
  const audience = { areaIds, ngoIds: [], isDiaspora: false, isMobile: null }
  const electionId = await nextRound(cast, [{ ...arrival, audience }])
  const body = { electionId }

  const { rows } = await ana.call(milestones.copy, { body: { ...body, dryRun: true } })
  expect(Object.values(rows[0]!.cells).at(-1)).toBe('Cluj, Aiud, at home')
  await ana.call(milestones.copy, { body })
  const [copied] = await ana.call(milestones.list)
  expect(copied).toMatchObject({ audience: { isDiaspora: false, isMobile: null } })
  expect(copied!.areas.map(({ name }) => name).toSorted()).toEqual(['Aiud', 'Cluj'])
  expect(copied!.audience.areaIds).not.toEqual(areaIds)

  await ana.call(milestones.remove, { params: { id: copied!.id } })
  const cluj = copied!.areas.find(({ name }) => name === 'Cluj')!
  await ana.call(places.removeCounty, { body: { id: cluj.id } })
  const { wrong } = await ana.call(milestones.copy, { body: { ...body, dryRun: true } })
  expect(wrong.map(({ faults: [one] }) => [one!.code, one!.details])).toEqual([
    ['area.unknown', { code: 'Cluj' }],
  ])
})

test('keeps a milestone when its name is taken, so a second copy adds nothing', async () => {
  const cast = await set()
  const { ana } = cast
  const electionId = await nextRound(cast, ofEachKind(cast))
  const own = { ...arrival, dueAt: '2026-12-06 07:00' }
  await ana.call(milestones.add, { body: own })

  const { rows } = await ana.call(milestones.copy, { body: { electionId, dryRun: true } })
  expect(rows.map(({ cells, fate }) => [cells['name'], fate])).toEqual([
    ['Urne', 'added'],
    ['Sosire', 'unchanged'],
    ['Numărare', 'added'],
  ])
  await ana.call(milestones.copy, { body: { electionId } })
  expect(await ana.call(milestones.copy, { body: { electionId } })).toMatchObject({
    ...{ added: 0, unchanged: 3, ids: [] },
  })

  const kept = (await ana.call(milestones.list)).filter(({ name }) => name === 'Sosire')
  expect(kept).toMatchObject([{ dueAt: new Date('2026-12-06T05:00:00Z') }])
})

test('records the source of each copied milestone, and undoes a copy at once', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  const { ana } = cast
  const electionId = await nextRound(cast, ofEachKind(cast))
  const all = await ana.call(elections.list, { query: {} })
  const fileName = all.find(({ id }) => id === electionId)?.name
  const { ids } = await ana.call(milestones.copy, { body: { electionId } })

  expect((await ana.call(milestones.removeSeveral, { body: { ids } })).toSorted()).toEqual(
    ids.toSorted(),
  )
  expect(await ana.call(milestones.removeSeveral, { body: { ids } })).toEqual([])
  await figuresSettled(cast)

  expect(await names(cast)).toEqual([])
  const lines = await cast.database.primary
    .selectFrom('history')
    .select(['act', 'subjectId', 'after'])
    .where('subject', '=', 'milestones')
    .where('act', 'in', ['milestones.copied', 'milestones.removed'])
    .orderBy('id')
    .execute()
  expect(lines.map(({ act, subjectId }) => [act, subjectId])).toEqual([
    ...ids.map((id) => ['milestones.copied', id]),
    ...ids.map((id) => ['milestones.removed', id]),
  ])
  expect(lines[0]?.after).toMatchObject({ name: 'Urne', fileName })
})

test('refuses copies by users who cannot set up elections, or from the same election', async () => {
  const cast = await set()
  const electionId = await currentId(cast)

  await expect(cast.ana.call(milestones.copy, { body: { electionId } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  for (const person of [cast.calin, cast.sanda, cast.rodica])
    await expect(person.call(milestones.copy, { body: { electionId } })).rejects.toMatchObject({
      code: 'session.forbidden',
    })
})
