import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { folded, foldedName } from '#kit/contract/value/folded.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { observers } from '../contract.ts'

const set = stage()

const names = [
  'Anghel Ioana-Maria',
  'Brânză Ştefan',
  'Đorđević Ana',
  "O'Brien Niall",
  'Popescu‑Țuțea Ion',
  'Wałęsa Lech',
]

async function withNames(): Promise<Stage> {
  const cast = await set()
  for (const [place, name] of names.entries())
    await cast.ana.call(observers.add, { body: { name, phone: `0799 10${place}`, pin: '1234' } })
  return cast
}

const searches: readonly (readonly [string, readonly string[]])[] = [
  ['ion popescu', ['Popescu‑Țuțea Ion']],
  ['tutea-popescu', ['Popescu‑Țuțea Ion']],
  ['ŢUŢEA, ion', ['Popescu‑Țuțea Ion']],
  ['popescututea', ['Popescu‑Țuțea Ion']],
  ['maria ioana', ['Anghel Ioana-Maria']],
  ['niall obrien', ["O'Brien Niall"]],
  ['o’brien', ["O'Brien Niall"]],
  ['lech walesa', ['Wałęsa Lech']],
  ['ana dordevic', ['Đorđević Ana']],
  ['ștefan branza', ['Brânză Ştefan']],
  ['ion niall', []],
  ['popescu%', []],
]

test('finds the observers whose names have all words of a search', async () => {
  const { ana } = await withNames()
  const lines: unknown[] = []

  for (const [typed] of searches) {
    const { data, totalItems } = await ana.call(observers.list, { query: { name: typed } })
    lines.push([typed, data.map(({ name }) => name), totalItems])
  }

  expect(lines).toEqual(searches.map(([typed, found]) => [typed, found, found.length]))
})

/** Letters, marks and punctuation of European scripts, and unassigned code points. */
const character = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x52f }),
    fc.integer({ min: 0x1e00, max: 0x20ff }),
    fc.constantFrom(0xfe63, 0xff07, 0xff0d, 0x2c65, 0x2c66),
  )
  .map((code) => String.fromCodePoint(code))

test('folds names in the database as screens do', async () => {
  const { database } = await set()
  const texts = fc.sample(
    fc.array(character, { minLength: 1, maxLength: 12 }).map((some) => some.join('')),
    2000,
  )

  const { rows } = await database.read((db) =>
    sql<{ text: string; plain: string; name: string }>`
      select text, folded(text) as plain, folded_name(text) as name
        from unnest(${texts}::text[]) with ordinality as said (text, place) order by place`.execute(
      db,
    ),
  )

  expect(rows.map(({ plain, name }) => ({ plain, name }))).toEqual(
    texts.map((text) => ({ plain: folded(text), name: foldedName(text) })),
  )
})
