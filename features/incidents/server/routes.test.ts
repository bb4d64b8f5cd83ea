import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { alerts } from '#features/alerts/contract.ts'
import { aiud, answerOf, dej, send } from '#features/answers/server/testing.ts'
import { comments } from '#features/comments/contract.ts'
import { history } from '#features/history/contract.ts'
import { stations } from '#features/stations/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { incidents } from '../contract.ts'
import { makeIncident, merge, suggested } from './testing.ts'

const set = stage()

type Query = CallInput<typeof incidents.list>['query']
type Change = CallInput<typeof incidents.edit>['body']

const stationIn = ({ field }: Stage, area: string) =>
  field.stationId(area, 1) as Id<'pollingStations'>

/** As `1 Urnă nesigilată (Cluj Dej 1)`. */
const seenBy = async (person: Person, query: Query = {}) =>
  (await person.call(incidents.list, { query })).data.map(
    ({ number, title, place }) => `${number} ${title} (${place})`,
  )

const edit = (person: Person, id: Id<'incidents'>, body: Change) =>
  person.call(incidents.edit, { params: { id }, body })

const get = (person: Person, id: Id<'incidents'>) => person.call(incidents.get, { params: { id } })

/** The reports of Bogdan from Aiud, and of Dana, who observes for another organisation, from Dej. */
async function twoReports(cast: Stage) {
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  return {
    ofBogdan: {
      observerId: await observerIdOf(cast),
      pollingStationId: stationIn(cast, 'AB1'),
    },
    ofDana: {
      observerId: await observerIdOf(cast, 'Dana Ionescu'),
      pollingStationId: stationIn(cast, 'CJ1'),
    },
  }
}

test('numbers incidents, and lists open ones first, by severity and due time', async () => {
  const cast = await set()
  const { id } = await makeIncident(cast.ana, { title: 'Închis', severity: 'critical' })
  await edit(cast.ana, id, { state: 'closed' })
  await makeIncident(cast.ana, { title: 'Mic', severity: 'low' })
  await makeIncident(cast.ana, { title: 'Fără termen' })
  await makeIncident(cast.ana, { title: 'Cu termen', dueAt: '2026-11-22 21:00' })

  expect(await seenBy(cast.ana)).toEqual([
    '4 Cu termen ()',
    '3 Fără termen ()',
    '2 Mic ()',
    '1 Închis ()',
  ])
  expect((await cast.ana.call(incidents.list, { query: {} })).data[0]).toMatchObject({
    ...{ state: 'open', owner: null, madeBy: 'ana', reports: 0, categoryName: null },
    dueAt: new Date('2026-11-22T19:00:00Z'),
  })
})

test('shows incidents to the organisation that made them and to the organiser', async () => {
  const cast = await set()
  const ofAna = await makeIncident(cast.ana, { title: 'Al Anei' })
  const ofCalin = await makeIncident(cast.calin, { title: 'Al lui Călin' })

  expect(await seenBy(cast.calin)).toEqual(['2 Al lui Călin ()'])
  expect(await seenBy(cast.rodica)).toEqual(['2 Al lui Călin ()', '1 Al Anei ()'])
  await expect(get(cast.calin, ofAna.id)).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(edit(cast.calin, ofAna.id, { title: 'Nu' })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await edit(cast.ana, ofCalin.id, { outcome: 'Verificat.' })
  expect((await get(cast.calin, ofCalin.id)).outcome).toBe('Verificat.')
})

test('limits accounts of some counties to incidents placed there', async () => {
  const cast = await set()
  const pollingStationId = stationIn(cast, 'CJ1')
  await makeIncident(cast.ana, { title: 'Nicăieri' })
  await makeIncident(cast.ana, { title: 'În Alba', pollingStationId: stationIn(cast, 'AB1') })
  const { id } = await makeIncident(cast.sanda, { title: 'În Cluj', pollingStationId })

  expect(await seenBy(cast.sanda)).toEqual(['3 În Cluj (Cluj Dej 1)'])
  for (const [field, place] of [
    ['countyId', {}],
    ['pollingStationId', { pollingStationId: stationIn(cast, 'AB1') }],
  ] as const)
    await expect(makeIncident(cast.sanda, place)).rejects.toMatchObject({
      ...{ code: 'request.invalid', details: { errors: { [field]: [expect.any(String)] } } },
    })
  await expect(edit(cast.sanda, id, { pollingStationId: null })).rejects.toMatchObject({
    code: 'request.invalid',
  })
})

test('refuses a place that its owner does not see', async () => {
  const cast = await set()
  const { id } = await makeIncident(cast.ana, {
    ...{ pollingStationId: stationIn(cast, 'CJ1'), owner: 'sanda' },
  })

  for (const pollingStationId of [stationIn(cast, 'AB1'), null])
    await expect(edit(cast.ana, id, { pollingStationId })).rejects.toMatchObject({
      ...{ code: 'request.invalid', details: { errors: { owner: [expect.any(String)] } } },
    })

  await edit(cast.ana, id, { pollingStationId: null, owner: null })
  expect(await get(cast.ana, id)).toMatchObject({ owner: null, place: '' })
})

test('edits an incident whose owner sees it no more', async () => {
  const cast = await set()
  const { id } = await makeIncident(cast.ana, {
    ...{ pollingStationId: stationIn(cast, 'CJ1'), owner: 'sanda' },
  })
  const all = await cast.ana.call(accounts.list)
  const sanda = all.find(({ account }) => account === 'sanda')
  await cast.ana.call(accounts.setRole, {
    params: { id: sanda?.id as never },
    body: { role: 'reviewer', countyCodes: ['AB'] },
  })

  await edit(cast.ana, id, { state: 'closed' })

  expect(await get(cast.ana, id)).toMatchObject({ owner: 'sanda', state: 'closed' })
})

test('refuses a stale edit of a field that another person changed, and merges other fields', async () => {
  const cast = await set()
  const { id } = await makeIncident(cast.ana)
  const { revision } = await get(cast.ana, id)
  await edit(cast.rodica, id, { severity: 'critical', revision })

  await edit(cast.ana, id, { outcome: 'Sesizat BEJ.', revision })
  await expect(edit(cast.ana, id, { severity: 'low', revision })).rejects.toMatchObject({
    ...{ code: 'thing.changed-meanwhile', details: { revision: 3, fields: ['severity'] } },
  })

  expect(await get(cast.ana, id)).toMatchObject({
    ...{ severity: 'critical', outcome: 'Sesizat BEJ.' },
    changes: { severity: { by: 'rodica' }, outcome: { by: 'ana' } },
  })
})

test('names the field of bad input', async () => {
  const cast = await set()
  const both = { pollingStationId: stationIn(cast, 'CJ1'), countyId: 1 }

  for (const [field, draft] of [
    ['title', { title: ' ' }],
    ['category', { category: 'nothing' }],
    ['owner', { owner: 'nimeni' }],
    ['owner', { owner: 'gelu' }],
    ['dueAt', { dueAt: 'mâine' }],
    ['countyId', both],
    ['countyId', { countyId: 77_777 }],
    ['pollingStationId', { pollingStationId: 77_777 }],
  ] as const) {
    const refused = await makeIncident(cast.ana, draft as object).catch((problem) => problem)
    expect(refused).toMatchObject({ code: 'request.invalid' })
    expect(Object.keys(refused.details.errors)[0]?.replace('body.', '')).toBe(field)
  }
  await expect(makeIncident(cast.gelu)).rejects.toMatchObject({ code: 'session.forbidden' })
})

test('links reports, and shows those that the reader sees', async () => {
  const cast = await set()
  const { ofBogdan, ofDana } = await twoReports(cast)
  const { id } = await makeIncident(cast.calin, { reports: [ofDana] })
  await cast.ana.call(incidents.link, { params: { id }, body: ofBogdan })

  const linked = async (person: Person) =>
    (await get(person, id)).linked.map(({ observerName, flagged }) => [observerName, flagged])

  expect(await linked(cast.calin)).toEqual([['Dana Ionescu', 1]])
  expect(await linked(cast.ana)).toHaveLength(2)
  expect((await get(cast.calin, id)).reports).toBe(1)
  await expect(
    cast.calin.call(incidents.link, { params: { id }, body: ofBogdan }),
  ).rejects.toMatchObject({ code: 'thing.not-found' })

  await cast.ana.call(incidents.unlink, { params: { id }, query: ofBogdan })
  expect(await linked(cast.ana)).toEqual([['Dana Ionescu', 1]])
})

test('offers a report the open incidents of its county, those of its station first', async () => {
  const cast = await set()
  const { ofBogdan } = await twoReports(cast)
  const make = async (title: string, area: string | undefined) =>
    makeIncident(cast.ana, {
      title,
      ...(area && { pollingStationId: stationIn(cast, area) }),
    })
  await make('La Aiud', 'AB1')
  const atBlaj = await make('La Blaj', 'AB2')
  await make('La Dej', 'CJ1')
  await make('Nicăieri', undefined)
  const closed = await make('Închis', 'AB1')
  await edit(cast.ana, closed.id, { state: 'dismissed' })
  const titles = async () => {
    const { linked, offered } = await cast.ana.call(incidents.ofReport, { query: ofBogdan })
    return [linked, offered].map((some) => some.map(({ title }) => title))
  }

  expect(await titles()).toEqual([[], ['La Aiud', 'La Blaj']])
  await cast.ana.call(incidents.link, { params: { id: atBlaj.id }, body: ofBogdan })

  expect(await titles()).toEqual([['La Blaj'], ['La Aiud']])
})

test('narrows the list by state, severity, category, county and owner', async () => {
  const cast = await set()
  const countyId = await countyOf(cast, 'Cluj')
  await makeIncident(cast.ana, { title: 'Unu', countyId, owner: 'ana', category: 'violence' })
  await makeIncident(cast.ana, { title: 'Doi', severity: 'low', state: 'referred' })

  const filtered = async (query: Query) => (await seenBy(cast.ana, query)).join()

  expect(await filtered({ county: 'CJ' })).toBe('1 Unu (Cluj)')
  expect(await filtered({ owner: 'me' })).toBe('1 Unu (Cluj)')
  expect(await filtered({ category: 'violence' })).toBe('1 Unu (Cluj)')
  expect(await filtered({ owner: 'none' })).toBe('2 Doi ()')
  expect(await filtered({ severity: 'low' })).toBe('2 Doi ()')
  expect(await filtered({ state: 'referred' })).toBe('2 Doi ()')
})

async function countyOf({ database }: Stage, name: string): Promise<Id<'areas'>> {
  const { id } = await database.primary
    .selectFrom('areas')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

test('lets the organiser add, rename and retire categories, and counts their use', async () => {
  const cast = await set()
  const own = await cast.ana.call(incidents.addCategory, { body: { name: 'Transport' } })
  await makeIncident(cast.ana, { category: own })
  const change = (code: string, body: CallInput<typeof incidents.editCategory>['body']) =>
    cast.ana.call(incidents.editCategory, { params: { code }, body })
  await change('materials', { name: 'Urne și sigilii' })
  await change(own, { isRetired: true })

  const all = await cast.calin.call(incidents.listCategories)

  expect(all.find(({ code }) => code === 'materials')?.name).toBe('Urne și sigilii')
  expect(all.at(-1)).toEqual({ code: own, name: 'Transport', isRetired: true, incidents: 0 })
  expect((await cast.ana.call(incidents.listCategories)).at(-1)?.incidents).toBe(1)
  await expect(makeIncident(cast.ana, { category: own })).rejects.toMatchObject({
    details: { errors: { category: [expect.any(String)] } },
  })
  await expect(change(own, { name: 'urne și Sigilii' })).rejects.toMatchObject({
    details: { errors: { name: [expect.any(String)] } },
  })
  await expect(change('nothing', { name: 'X' })).rejects.toMatchObject({ code: 'thing.not-found' })
})

const titlesOf = async (person: Person, id: Id<'incidents'>) => {
  const { linked, merged, mergedInto } = await get(person, id)
  return {
    reports: linked.map(({ observerName }) => observerName),
    merged: merged.map(({ title }) => title),
    mergedInto: mergedInto?.title ?? null,
  }
}

const part = (person: Person, id: Id<'incidents'>) =>
  person.call(incidents.part, { params: { id } })

test('shows the reports and comments of a merged incident with its target, and restores them when split', async () => {
  const cast = await set()
  const { ofBogdan, ofDana } = await twoReports(cast)
  const { id: one } = await makeIncident(cast.ana, { title: 'Urnă', reports: [ofBogdan] })
  const { id: into } = await makeIncident(cast.ana, { title: 'Ușă', reports: [ofBogdan] })
  await cast.ana.call(comments.write, { body: { incidentId: one, text: 'Sunat.' } })
  const before = await get(cast.ana, one)
  const textsOn = async (incidentId: Id<'incidents'>) =>
    (await cast.ana.call(comments.list, { query: { incidentId } })).map(({ text }) => text)
  await merge(cast.ana, one, into)
  await merge(cast.ana, one, into)
  await cast.ana.call(incidents.link, { params: { id: into }, body: ofDana })

  expect(await seenBy(cast.ana)).toEqual(['2 Ușă ()'])
  expect(await titlesOf(cast.ana, into)).toEqual({
    ...{ reports: ['Bogdan Pop', 'Dana Ionescu'], merged: ['Urnă'], mergedInto: null },
  })
  expect((await titlesOf(cast.ana, one)).mergedInto).toBe('Ușă')
  expect((await cast.ana.call(incidents.list, { query: {} })).data[0]?.reports).toBe(2)
  expect(await textsOn(into)).toEqual(['Sunat.'])
  const { linked } = await cast.ana.call(incidents.ofReport, { query: ofBogdan })
  expect(linked.map(({ id }) => id)).toEqual([into])

  await part(cast.ana, one)
  await part(cast.ana, one)

  const { revision, changes, ...restored } = await get(cast.ana, one)
  expect({ ...before, ...restored }).toEqual(before)
  expect((await titlesOf(cast.ana, into)).reports).toHaveLength(2)
  expect(await textsOn(into)).toEqual([])
  const { data } = await cast.ana.call(history.list, {
    query: { subject: 'incidents', subjectId: into },
  })
  expect(data.slice(0, 3).map(({ act, before: was, after }) => [act, was, after])).toEqual([
    ['incidents.parted', { merged: 1 }, null],
    ['incidents.report-linked', null, { report: ofDana }],
    ['incidents.merged', null, { merged: 1 }],
  ])
})

test('refuses to merge into itself, through a merged one, across organisations, and to edit a merged one', async () => {
  const cast = await set()
  const { id: one } = await makeIncident(cast.ana, { severity: 'low' })
  const { id: two } = await makeIncident(cast.ana)
  const { id: three } = await makeIncident(cast.ana, { owner: 'rodica', severity: 'critical' })
  const ofCalin = await makeIncident(cast.calin, { severity: 'low' })
  await merge(cast.ana, three, two)
  const fieldInto = { details: { errors: { into: [expect.any(String)] } } }
  const isMerged = { code: 'incident.merged', details: { into: two } }

  await expect(merge(cast.ana, one, one)).rejects.toMatchObject(fieldInto)
  await expect(merge(cast.ana, two, one)).rejects.toMatchObject(fieldInto)
  await expect(merge(cast.ana, one, ofCalin.id)).rejects.toMatchObject(fieldInto)
  for (const [id, into] of [
    [ofCalin.id, one],
    [one, ofCalin.id],
  ] as const)
    await expect(merge(cast.calin, id, into)).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(merge(cast.ana, one, three)).rejects.toMatchObject(isMerged)
  await expect(merge(cast.ana, three, one)).rejects.toMatchObject(isMerged)
  await expect(edit(cast.ana, three, { title: 'Nu' })).rejects.toMatchObject(isMerged)
  expect((await cast.rodica.call(alerts.list)).groups).toMatchObject([{ incidentId: two }])
})

test('refuses to merge into another county, and to close an open incident by merging', async () => {
  const cast = await set()
  const at = (area: string) => makeIncident(cast.ana, { pollingStationId: stationIn(cast, area) })
  const [{ id: aiudOne }, { id: dejOne }, { id: blajOne }] = [
    await at('AB1'),
    await at('CJ1'),
    await at('AB2'),
  ]
  const fieldInto = { details: { errors: { into: [expect.any(String)] } } }
  await edit(cast.ana, blajOne, { state: 'closed' })

  await expect(merge(cast.ana, aiudOne, dejOne)).rejects.toMatchObject(fieldInto)
  await expect(merge(cast.ana, aiudOne, blajOne)).rejects.toMatchObject(fieldInto)
  await edit(cast.ana, blajOne, { state: 'open' })
  await merge(cast.ana, aiudOne, blajOne)

  expect(await seenBy(cast.ana)).toHaveLength(2)
})

test('unlinks a report of a merged incident at its target alone', async () => {
  const cast = await set()
  const { ofBogdan } = await twoReports(cast)
  const { id: one } = await makeIncident(cast.ana, { reports: [ofBogdan] })
  const { id: into } = await makeIncident(cast.ana)
  await merge(cast.ana, one, into)
  const unlink = (id: Id<'incidents'>) =>
    cast.ana.call(incidents.unlink, { params: { id }, query: ofBogdan })

  await expect(unlink(one)).rejects.toMatchObject({ code: 'incident.merged' })
  await unlink(into)

  const { data } = await cast.ana.call(history.list, {
    query: { subject: 'incidents', subjectId: one },
  })
  expect(data[0]).toMatchObject({ act: 'incidents.report-unlinked' })
  await part(cast.ana, one)
  expect((await get(cast.ana, one)).linked).toEqual([])
})

test('merges each of two incidents at most once when two desks merge them into each other', async () => {
  const cast = await set()
  const [{ id: one }, { id: two }] = [await makeIncident(cast.ana), await makeIncident(cast.ana)]

  const results = await Promise.allSettled([
    merge(cast.ana, one, two),
    merge(cast.rodica, two, one),
  ])

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await seenBy(cast.ana)).toHaveLength(1)
})

test('offers targets of the same organisation and county by number or title, those of the place first', async () => {
  const cast = await set()
  const pollingStationId = stationIn(cast, 'CJ1')
  const inCluj = cast.field.stationId('CJ1', 2) as Id<'pollingStations'>
  const { id } = await makeIncident(cast.ana, { pollingStationId })
  await makeIncident(cast.ana, { title: 'Ușă în Dej', pollingStationId })
  await makeIncident(cast.ana, { title: 'Ușă', pollingStationId: inCluj })
  await makeIncident(cast.ana, { title: 'Ușă', pollingStationId: stationIn(cast, 'AB1') })
  await makeIncident(cast.ana, { title: 'Ușă' })
  await makeIncident(cast.calin, { title: 'Ușa lui Călin' })
  const found = async (search = '') =>
    (await cast.ana.call(incidents.listTargets, { params: { id }, query: { search } })).map(
      ({ number }) => number,
    )

  expect(await found()).toEqual([2, 3])
  expect(await found('usă')).toEqual([2, 3])
  expect(await found('3')).toEqual([3])
})

const suggestedTo = async (person: Person) =>
  (await person.call(incidents.listSuggestions)).map(
    ({ place, question, reports }) => `${place}: ${question} (${reports.length})`,
  )

test('suggests flagged reports of one station in scope, without test observers, until one is linked', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.emil, answerOf(cast, aiud, 'A1.1', 'Nu'))
  expect(await suggestedTo(cast.ana)).toEqual([])

  await suggested(cast)

  expect(await suggestedTo(cast.ana)).toEqual(['Alba Aiud 1: Urna a fost sigilată? (2)'])
  expect(await suggestedTo(cast.calin)).toEqual([])
  expect(await suggestedTo(cast.sanda)).toEqual([])

  const [{ reports, pollingStationId } = { reports: [], pollingStationId: null }] =
    await cast.ana.call(incidents.listSuggestions)
  const { id } = await makeIncident(cast.ana, { pollingStationId, reports })

  expect(await suggestedTo(cast.ana)).toEqual([])
  expect((await get(cast.ana, id)).linked).toHaveLength(2)
})

test('dismisses a suggestion for the organisation until new reports come, and restores it', async () => {
  const cast = await set()
  const body = await suggested(cast)
  const id = await cast.ana.call(incidents.dismissSuggestion, { body })
  const dismissed = await suggestedTo(cast.rodica)
  const restore = (person: Person) => person.call(incidents.restoreSuggestion, { params: { id } })

  expect(dismissed).toEqual([])
  for (const wrong of [
    { ...body, pollingStationId: 77_777 },
    { ...body, questionId: 1 },
  ])
    await expect(
      cast.ana.call(incidents.dismissSuggestion, { body: wrong as typeof body }),
    ).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(restore(cast.rodica)).rejects.toMatchObject({ code: 'thing.not-found' })
  await restore(cast.ana)
  expect(await suggestedTo(cast.rodica)).toHaveLength(1)
})

test('records in history what was made, changed and linked', async () => {
  const cast = await set()
  const { ofBogdan } = await twoReports(cast)
  const { id } = await makeIncident(cast.ana, { reports: [ofBogdan] })
  await edit(cast.ana, id, { state: 'checking' })
  await edit(cast.ana, id, { state: 'checking' })
  await cast.ana.call(incidents.unlink, { params: { id }, query: ofBogdan })

  const { data } = await cast.ana.call(history.list, {
    query: { subject: 'incidents', subjectId: id },
  })

  expect(data.map(({ act }) => act)).toEqual([
    ...['incidents.report-unlinked', 'incidents.edited', 'incidents.added'],
  ])
  expect(data[0]?.subjectName).toBe('1 Urnă nesigilată: Alba Aiud 1, Bogdan Pop')
  expect(data[1]).toMatchObject({
    ...{ subjectName: '1 Urnă nesigilată', before: { state: 'open' } },
    after: { state: 'checking' },
  })
})

test('shows in history what the organiser did to it, also to its organisation and county', async () => {
  const cast = await set()
  const { id } = await makeIncident(cast.calin, { pollingStationId: stationIn(cast, 'CJ1') })
  const ofAna = await makeIncident(cast.ana, { pollingStationId: stationIn(cast, 'CJ1') })
  await edit(cast.ana, id, { state: 'dismissed' })
  const actsSeenBy = async (person: Person, subjectId: number) => {
    const query = { subject: 'incidents', subjectId }
    return (await person.call(history.list, { query })).data.map(({ act }) => act)
  }

  expect(await actsSeenBy(cast.calin, id)).toEqual(['incidents.edited', 'incidents.added'])
  expect(await actsSeenBy(cast.calin, ofAna.id)).toEqual([])
  expect(await actsSeenBy(cast.sanda, ofAna.id)).toEqual(['incidents.added'])
})

test('hides in history the observer of a linked report that the reader does not see', async () => {
  const cast = await set()
  const { ofBogdan } = await twoReports(cast)
  const { id } = await makeIncident(cast.calin)
  await cast.ana.call(incidents.link, { params: { id }, body: ofBogdan })
  const query = { subject: 'incidents', subjectId: id }

  const [line] = (await cast.calin.call(history.list, { query })).data

  expect(line).toMatchObject({
    ...{ act: 'incidents.report-linked', subjectName: '1 Urnă nesigilată' },
  })
})

test('counts the open incidents and comments of a station before it is deleted', async () => {
  const cast = await set()
  const pollingStationId = stationIn(cast, 'CJ1')
  await makeIncident(cast.ana, { pollingStationId })
  await makeIncident(cast.ana, { pollingStationId, state: 'closed' })
  await cast.ana.call(comments.write, { body: { pollingStationId, text: 'Sunat.' } })

  const used = await cast.ana.call(stations.use, { params: { pollingStationId } })

  expect(used).toMatchObject({ incidents: 1, comments: 1 })
})

test('tells the screens of those who see an incident', async () => {
  const cast = await set()
  const screen = await openScreen(await cast.listen(), (await cast.calin.token())!)
  await makeIncident(cast.ana)

  await makeIncident(cast.calin)

  await expect.poll(() => screen.heard).toContain('incidents.changed')
  expect(screen.heard.filter((name) => name === 'incidents.changed')).toHaveLength(1)
  screen.close()
})
