import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { listed, nowhere, place } from '#features/unplaced/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { waitingForARow } from '#testing/locks.ts'
import { phones, type Stage, stage } from '#testing/stage.ts'
import { answers } from '../contract.ts'
import { aiud, answerOf, blaj, everything, filledIn, type StationAddress, send } from './testing.ts'

const set = stage()

const formA = ({ field }: Stage) => field.formId('A') as Id<'forms'>

/** Fetches the form, as a phone does when the list shows a newer version. */
const fetchForm = (cast: Stage, person = cast.bogdan) =>
  person.call(forms.get, { params: { id: formA(cast) }, query: {} })

type Option = { text: string; flagged: boolean }

/** Publishes form A with a new wording of its first question and options changed by `change`. */
async function reword(cast: Stage, text: string, change: (options: Option[]) => void = () => {}) {
  const id = formA(cast)
  const formSections = (await cast.ana.call(forms.get, { params: { id }, query: {} })) ?? []
  const [question] = formSections[0]!.questions
  Object.assign(question!, { text })
  change(question!.optionsToQuestions as Option[])
  await cast.ana.call(forms.edit, { body: { id, formSections } })
}

const unflagged = (options: Option[]) => {
  for (const option of options) option.flagged = false
}

/** The answers staff see at a station: each question with its options, `!` when flagged. */
async function shownIn(cast: Stage, at: StationAddress = aiud): Promise<string[]> {
  return (await filledIn(cast, at)).map(
    ({ text, answers: chosen }) =>
      `${text} ${chosen.map((one) => one.text + (one.isFlagged ? '!' : '')).join(', ')}`,
  )
}

/** The same observer on another phone, or signed in again. */
async function anotherPhone({ stranger }: Stage, marks: object = { uniqueId: 'another' }) {
  const body = { user: '0700 000 001', password: '1111', ...marks }
  const { access_token } = await stranger.call(session.authorize, { body })
  const headers = { authorization: `Bearer ${access_token}` }
  return {
    fetch: (cast: Stage) => stranger.send({ url: `/api/v1/form/${formA(cast)}`, headers }),
    send: (...drafts: Parameters<typeof send>[1][]) =>
      stranger.send({
        method: 'POST',
        url: answers.send.path,
        payload: { answers: drafts },
        headers,
      }),
  }
}

test('shows an answer in its phone’s wording after newer versions are published', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await fetchForm(cast)
  await reword(cast, 'Urna a rămas deschisă?', unflagged)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(await shownIn(cast)).toEqual(['Urna a fost sigilată? Nu!'])
})

test('reads answers in the newer version once the phone has fetched it', async () => {
  const cast = await set()
  await fetchForm(cast)
  await reword(cast, 'A fost urna sigilată?', unflagged)
  await fetchForm(cast)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(await shownIn(cast)).toEqual(['A fost urna sigilată? Nu'])
})

test('updates and recounts repeated answers that read differently in a newer version', async () => {
  const cast = await set()
  await fetchForm(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, blaj, 'A1.1', 'Da'))
  await reword(cast, 'Urna a rămas deschisă?', (options) => {
    for (const option of options) option.flagged = option.text === 'Da'
  })
  await fetchForm(cast)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, blaj, 'A1.1', 'Da'))

  expect([...(await shownIn(cast)), ...(await shownIn(cast, blaj))]).toEqual([
    'Urna a rămas deschisă? Nu',
    'Urna a rămas deschisă? Da!',
  ])
  expect(await miscounted(cast.database)).toEqual([])
})

test('changes nothing for repeated answers that read the same in a newer version', async () => {
  const cast = await set()
  await fetchForm(cast)
  const report = [answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, aiud, 'A1.2', 'Coadă')]
  await send(cast.bogdan, ...report)
  const before = await everything(cast)
  const id = formA(cast)
  const formSections = (await cast.ana.call(forms.get, { params: { id }, query: {} })) ?? []
  formSections[1]!.questions.pop()
  await cast.ana.call(forms.edit, { body: { id, formSections } })
  await fetchForm(cast)

  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
  await send(cast.bogdan, ...report)

  expect(await everything(cast)).toEqual(before)
})

test('reads each of an observer’s two phones in its own version', async () => {
  const cast = await set()
  await fetchForm(cast)
  await reword(cast, 'A fost urna sigilată?', unflagged)
  const other = await anotherPhone(cast)
  await other.fetch(cast)

  await other.send(answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Nu'))

  expect(await shownIn(cast)).toEqual(['A fost urna sigilată? Nu'])
  expect(await shownIn(cast, blaj)).toEqual(['Urna a fost sigilată? Nu!'])
})

test('reads a phone that signs in again in the version its observer has', async () => {
  const cast = await set()
  await fetchForm(cast)
  await reword(cast, 'A fost urna sigilată?', unflagged)
  const again = await anotherPhone(cast)

  await again.send(answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(await shownIn(cast)).toEqual(['Urna a fost sigilată? Nu!'])
})

/** Some time goes by. */
const goOn = ({ clock }: Stage) => {
  clock.now = new Date(clock.now.getTime() + 60_000)
}

for (const [moment, fetchesFirst] of [
  ['before', true],
  ['after', false],
] as const)
  test(`reads a phone in its own version when another fetched a newer one ${moment} sign-in`, async () => {
    const cast = await set()
    await (await anotherPhone(cast)).fetch(cast)
    await reword(cast, 'A fost urna sigilată?', unflagged)
    goOn(cast)
    if (fetchesFirst) await fetchForm(cast)
    goOn(cast)
    const again = await anotherPhone(cast)
    goOn(cast)
    if (!fetchesFirst) await fetchForm(cast)

    await again.send(answerOf(cast, aiud, 'A1.1', 'Nu'))
    await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Nu'))

    expect(await shownIn(cast)).toEqual(['Urna a fost sigilată? Nu!'])
    expect(await shownIn(cast, blaj)).toEqual(['A fost urna sigilată? Nu'])
  })

test('reads an unidentified phone in the version its observer had at sign-in', async () => {
  const cast = await set()
  const silent = { channelName: 'Firebase' }
  await (await anotherPhone(cast, silent)).fetch(cast)
  await reword(cast, 'A fost urna sigilată?', unflagged)
  goOn(cast)
  const again = await anotherPhone(cast, silent)
  goOn(cast)
  await fetchForm(cast)

  await again.send(answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(await shownIn(cast)).toEqual(['Urna a fost sigilată? Nu!'])
})

test('recognises a phone after its observer gets another number', async () => {
  const cast = await set()
  await (await anotherPhone(cast)).fetch(cast)
  await reword(cast, 'A fost urna sigilată?', unflagged)
  await fetchForm(cast)
  const { data } = await cast.ana.call(observers.list, { query: { number: phones.bogdan } })
  const { id: observerId, revision } = data[0]!
  await cast.ana.call(observers.edit, { body: { observerId, phone: '0700 000 009', revision } })
  const again = await anotherPhone(cast, { uniqueId: 'another', user: '0700 000 009' })

  await again.send(answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(await shownIn(cast)).toEqual(['Urna a fost sigilată? Nu!'])
})

test('reads an option newer than the phone’s known version in its own version', async () => {
  const cast = await set()
  await fetchForm(cast)
  await reword(cast, 'A fost urna sigilată?', (options) => {
    options.push({ text: 'Nu știu', flagged: false })
  })
  const [section] =
    (await cast.ana.call(forms.get, { params: { id: formA(cast) }, query: {} })) ?? []
  const fresh = section!.questions[0]!.optionsToQuestions[2]!.id

  await send(cast.bogdan, { ...answerOf(cast, aiud, 'A1.1'), options: [{ optionId: fresh }] })

  expect(await shownIn(cast)).toEqual(['A fost urna sigilată? Nu știu'])
})

test('reading an earlier version does not change the known version of a phone', async () => {
  const cast = await set()
  await reword(cast, 'A fost urna sigilată?', unflagged)
  await fetchForm(cast)
  await cast.bogdan.call(forms.get, { params: { id: formA(cast) }, query: { version: 1 } })

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(await shownIn(cast)).toEqual(['A fost urna sigilată? Nu'])
})

test('reads an answer that is placed later in the version of its sending', async () => {
  const cast = await set()
  await fetchForm(cast)
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await reword(cast, 'A fost urna sigilată?', unflagged)
  await fetchForm(cast)
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', 'Da'))
  expect(await listed(cast.ana)).toHaveLength(2)

  await place(cast.ana, {
    pollingStationId: cast.field.stationId('AB1', 1) as Id<'pollingStations'>,
  })
  await place(cast.ana, {
    pollingStationId: cast.field.stationId('AB2', 1) as Id<'pollingStations'>,
  })

  expect(await shownIn(cast)).toEqual(['A fost urna sigilată? Da'])
  expect(await shownIn(cast, blaj)).toEqual(['Urna a fost sigilată? Nu!'])
})

test('reads answers in the newer version when staff place one of its options', async () => {
  const cast = await set()
  await fetchForm(cast)
  const draft = answerOf(cast, aiud, 'A1.2', 'Coadă')
  const unknown = { optionId: 99_999, value: 'un tricou' }
  await send(cast.bogdan, { ...draft, options: [...draft.options, unknown] })
  const id = formA(cast)
  const formSections = (await cast.ana.call(forms.get, { params: { id }, query: {} })) ?? []
  const question = formSections[0]!.questions[1]!
  for (const option of question.optionsToQuestions) option.text = `${option.text}, altfel`
  const { id: _none, optionId: _either, ...added } = question.optionsToQuestions[0]!
  question.optionsToQuestions.push({ ...added, text: 'Îmbrăcăminte' } as never)
  await cast.ana.call(forms.edit, { body: { id, formSections } })
  const newer = (await cast.ana.call(forms.get, { params: { id }, query: {} })) ?? []
  const option = newer[0]!.questions[1]!.optionsToQuestions.at(-1)!

  await place(cast.ana, { optionId: option.id as Id<'options'> })

  expect(await shownIn(cast)).toEqual([`${question.text} Coadă, Îmbrăcăminte`])
})

test('assumes the newest version at sending for a phone without a known form', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await reword(cast, 'A fost urna sigilată?', unflagged)

  await place(cast.ana, {
    pollingStationId: cast.field.stationId('AB1', 1) as Id<'pollingStations'>,
  })

  expect(await shownIn(cast)).toEqual(['Urna a fost sigilată? Nu!'])
})

test('records the version a phone gets before sending it, and keeps the newest', async () => {
  const cast = await set()
  const { bogdan, database } = cast
  await bogdan.token()
  let hasIt = false

  const fetching = await database.write(async (tx) => {
    await sql`lock table form_copies in share mode`.execute(tx)
    const early = fetchForm(cast).then((sections) => {
      hasIt = true
      return sections
    })
    await expect.poll(() => waitingForARow(database), { timeout: 15_000 }).toBe(1)
    return { early }
  })
  expect(hasIt).toBe(false)
  await fetching.early
  await Promise.all(Array.from({ length: 20 }, () => fetchForm(cast)))

  const copies = () => database.primary.selectFrom('formCopies').select(['version']).execute()
  expect(await copies()).toEqual([{ version: 1 }])
  await reword(cast, 'A fost urna sigilată?')
  await Promise.all([fetchForm(cast), fetchForm(cast), fetchForm(cast, cast.dana)])
  expect(await copies()).toEqual([{ version: 2 }, { version: 2 }])
})
