import { expect, test } from 'vitest'
import { aiud, answerOf, dej, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, make, prepare } from '#features/elections/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { search } from '../contract.ts'

const set = stage()

const find = (person: Person, q: string) => person.call(search.find, { query: { q } })

const namesOf = async (person: Person, q: string) =>
  (await find(person, q)).observers.hits.map(({ name }) => name)

type TextKind = 'notes' | 'answers' | 'messages'

const textsOf = async (person: Person, kind: TextKind, q: string) =>
  (await find(person, q))[kind].hits.map(({ snippet: { before, match, after } }) =>
    [before, match, after].join('|'),
  )

const note = (person: Person, text: string, at: typeof aiud | typeof dej = aiud) =>
  person.call(notes.write, { body: { ...at, text } })

async function withNames(): Promise<Stage> {
  const cast = await set()
  for (const [place, name] of ['Ștefan Popescu', 'Brânză Ioana-Maria', 'Ţuţea Mihai'].entries())
    await cast.ana.call(observers.add, { body: { name, phone: `0799 10${place}`, pin: '1234' } })
  return cast
}

test.each([
  ['stefan', ['Ștefan Popescu']],
  ['ŞTEFAN pop', ['Ștefan Popescu']],
  ['țuțea', ['Ţuţea Mihai']],
  ['maria branza', ['Brânză Ioana-Maria']],
  ['0799101', ['Brânză Ioana-Maria']],
])('finds observers by “%s”, with or without diacritics', async (q, names) => {
  const { ana } = await withNames()

  expect(await namesOf(ana, q)).toEqual(names)
})

test.each([
  ['popesku', ['Ștefan Popescu']],
  ['popecsu stefan', ['Ștefan Popescu']],
  ['poppescu', ['Ștefan Popescu']],
  ['popscu', ['Ștefan Popescu']],
  ['ioanna-maria', ['Brânză Ioana-Maria']],
  ['bopesku', []],
  ['p.p+scu(', []],
])('forgives a typing mistake in a longer word of “%s”', async (q, names) => {
  const { ana } = await withNames()

  expect(await namesOf(ana, q)).toEqual(names)
})

test('finds places as their own search does, within the caller’s counties', async () => {
  const { ana, sanda } = await set()

  const found = await find(ana, 'aiud 2')

  expect(found.stations.hits).toMatchObject([{ municipality: 'Aiud', number: 2 }])
  expect((await find(ana, 'aiud')).municipalities.hits).toMatchObject([{ name: 'Aiud' }])
  expect((await find(sanda, 'aiud')).municipalities.hits).toEqual([])
})

test('finds notes, texts of answers and messages by beginnings of their words', async () => {
  const cast = await set()
  await note(cast.bogdan, 'Ușa sălii era închisă la ora 7.')
  await send(cast.bogdan, answerOf(cast, aiud, 'A2.2', 'Nu, la=șapte și jumătate'))
  await cast.ana.call(notifications.sendAll, {
    body: { title: 'Atenție', message: 'Închideți ușile la 21:00.' },
  })

  expect(await textsOf(cast.ana, 'notes', 'uşa INCH')).toEqual([
    '|Ușa| sălii era închisă la ora 7.',
  ])
  expect(await textsOf(cast.ana, 'notes', 'la salii')).toHaveLength(1)
  expect(await textsOf(cast.ana, 'notes', 'chisa')).toEqual([])
  expect(await textsOf(cast.ana, 'notes', 'usa deschisa')).toEqual([])
  expect(await textsOf(cast.ana, 'answers', 'sapte')).toEqual(['|șapte| și jumătate'])
  expect(await textsOf(cast.ana, 'messages', 'inchid')).toEqual(['|Închideți| ușile la 21:00.'])
  expect(await textsOf(cast.ana, 'messages', 'atentie')).toEqual(['||Închideți ușile la 21:00.'])
})

test('leads from a text to its report', async () => {
  const cast = await set()
  await note(cast.bogdan, 'Ușa era închisă.')
  const observerId = await observerIdOf(cast, 'Bogdan Pop')

  const { notes: found } = await find(cast.ana, 'inchisa')

  expect(found.hits).toMatchObject([
    {
      observerId,
      observerName: 'Bogdan Pop',
      pollingStationId: cast.field.stationId('AB1', 1),
      pollingStationName: 'Alba Aiud 1',
      formId: null,
      at: cast.clock.now,
    },
  ])
})

test('reads the index where the newest reports have too few matches', async () => {
  const cast = await set()
  await note(cast.bogdan, `${'Totul e bine. '.repeat(200)} La urmă, ștampila lipsea.`)
  await note(cast.bogdan, 'Ștampila a fost găsită.', dej)

  expect((await find(cast.ana, 'stampila')).notes.hits).toHaveLength(2)
  expect((await find(cast.ana, 'stampila lips')).notes.hits).toHaveLength(1)
})

test('returns five hits of a kind, newest first, and says that there are more', async () => {
  const cast = await set()
  for (let nth = 1; nth <= 6; nth++) {
    await note(cast.bogdan, `Coada numărul ${nth}`)
    cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
  }

  const { hits, hasMore } = (await find(cast.ana, 'coada')).notes

  expect(hits.map(({ snippet }) => snippet.after)).toEqual(
    [6, 5, 4, 3, 2].map((nth) => ` numărul ${nth}`),
  )
  expect(hasMore).toBe(true)
  expect((await find(cast.ana, 'coada 6')).notes).toMatchObject({ hasMore: false })
})

test('finds nothing of another organisation or county', async () => {
  const cast = await set()
  await note(cast.bogdan, 'Cutremur în Aiud')
  await note(cast.dana, 'Cutremur în Dej', dej)
  await send(cast.bogdan, answerOf(cast, aiud, 'A2.2', 'Nu, la=cutremur'))
  await cast.ana.call(notifications.sendAll, { body: { title: 'Cutremur', message: 'Ieșiți!' } })

  expect(await textsOf(cast.ana, 'notes', 'cutremur')).toHaveLength(2)
  expect(await textsOf(cast.calin, 'notes', 'cutremur')).toEqual(['|Cutremur| în Dej'])
  expect(await textsOf(cast.sanda, 'notes', 'cutremur')).toEqual(['|Cutremur| în Dej'])
  for (const person of [cast.calin, cast.sanda]) {
    expect(await textsOf(person, 'answers', 'cutremur')).toEqual([])
    expect(await textsOf(person, 'messages', 'cutremur')).toEqual([])
    expect(await namesOf(person, 'bogdan')).toEqual([])
    expect(await namesOf(person, 'bogdam')).toEqual([])
  }
})

test('finds no deleted observer, and finds a restored one again', async () => {
  const cast = await withNames()
  const id = await observerIdOf(cast, 'Ștefan Popescu')

  await cast.ana.call(observers.remove, { query: { id } })
  expect(await namesOf(cast.ana, 'popescu')).toEqual([])

  await cast.ana.call(observers.restore, { params: { id } })
  expect(await namesOf(cast.ana, 'popescu')).toEqual(['Ștefan Popescu'])
})

test('finds nothing of an earlier election', async () => {
  const cast = await set()
  const before = await currentId(cast)
  await note(cast.bogdan, 'Ușa era închisă.')
  await make(cast, await prepare(cast))
  await cast.ana.call(elections.archive, { params: { id: before } })

  expect((await find(cast.ana, 'inchisa')).notes.hits).toEqual([])
  await cast.ana.call(elections.look, { params: { id: before } })
  expect((await find(cast.ana, 'inchisa')).notes.hits).toHaveLength(1)
})
