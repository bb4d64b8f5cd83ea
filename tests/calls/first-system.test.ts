import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { phones, type Stage, stage } from '#testing/stage.ts'

const set = stage()

/** The document's table: sender, call, expected status. */
const document = await readFile('docs/first-system.md', 'utf8')
const rows = [
  ...document.matchAll(
    /^\| ([^|]+) \| (organiser|observer|anonymous) \| `(GET|POST|PUT|DELETE) ([^`|]+)` \| (?:`([^`|]+)` )?\| (\d+) \|/gm,
  ),
].map(([, sender = '', as = '', method = '', url = '', body, status = '']) => ({
  sender,
  as,
  method,
  url,
  body,
  status: Number(status),
}))

test('reads every row of the document’s table', () => {
  expect(rows).toHaveLength(document.match(/^\| (phones|admin) /gm)?.length ?? 0)
})

/** The value of a placeholder for an id of the small election. */
async function fillIn(text: string, { ana, field }: Stage): Promise<string> {
  const bogdan = (await ana.call(observers.list, { query: {} })).data.find(
    ({ phone }) => phone === phones.bogdan,
  )
  const [county] = await ana.call(places.counties)
  const ids: Record<string, number | undefined> = {
    form: field.formId('A'),
    question: field.questionId('A1.1'),
    option: field.optionId('A1.1', 'Nu'),
    station: field.stationId('AB', 1),
    observer: bogdan?.id,
    county: county?.id,
  }
  return text.replace(/\{([a-z]+)\}/g, (_, name) => String(ids[name]))
}

async function answerTo(row: (typeof rows)[number], cast: Stage) {
  const person = { organiser: cast.ana, observer: cast.bogdan, anonymous: cast.stranger }[row.as]!
  const { statusCode, body } = await person.send({
    method: row.method as 'GET',
    url: await fillIn(row.url, cast),
    ...(row.body && {
      payload: await fillIn(row.body, cast),
      headers: { 'content-type': 'application/json' },
    }),
  })
  return { statusCode, body: body.slice(0, 300) }
}

test('answers every row of the document’s table as it says', async () => {
  const cast = await set('flat')
  const wrong: unknown[] = []

  for (const row of rows) {
    if ((await answerTo(row, cast)).statusCode === row.status) continue
    // An earlier row may have deleted what this one names.
    const answer = await answerTo(row, await set('flat'))
    if (answer.statusCode !== row.status) wrong.push({ ...row, answer })
  }

  expect(wrong).toEqual([])
})
