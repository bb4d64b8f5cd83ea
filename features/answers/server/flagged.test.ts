import { expect, test } from 'vitest'
import { forms, type Section } from '#features/forms/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { aiud, answerOf, blaj, dej, filledIn, list, send } from './testing.ts'

const set = stage()

const formA = ({ field }: Stage) => field.formId('A') as Id<'forms'>

const sectionsOf = async (cast: Stage) =>
  (await cast.ana.call(forms.get, { params: { id: formA(cast) }, query: {} })) ?? []

/** Publishes form A with its parts in another order, or in other words. */
async function publish(cast: Stage, change: (sections: Section[]) => void) {
  const formSections = await sectionsOf(cast)
  change(formSections)
  await cast.ana.call(forms.edit, { body: { id: formA(cast), formSections } })
}

const fetchForm = (cast: Stage) =>
  cast.bogdan.call(forms.get, { params: { id: formA(cast) }, query: {} })

/** The flagged answer in each row of the list, as `code text: options +others`. */
async function listed({ ana }: Stage, query: Parameters<typeof list>[1] = {}) {
  const { threads, data } = await list(ana, query)
  expect(data).toEqual(threads)
  return threads.map(
    ({ firstFlagged: first }) =>
      first && `${first.questionCode} ${first.text}: ${first.options.join(', ')} +${first.others}`,
  )
}

const flaggedOf = async (cast: Stage) =>
  (await filledIn(cast, aiud))
    .filter(({ answers }) => answers.some(({ isFlagged }) => isFlagged))
    .map(({ questionCode }) => questionCode)

test('shows the first flagged answer of a report and the number of others', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await send(
    cast.bogdan,
    answerOf(cast, blaj, 'C1.1', 'Nu'),
    answerOf(cast, blaj, 'A2.2', 'Nu, la=07:25'),
    answerOf(cast, blaj, 'A1.1', 'Nu'),
  )
  await send(cast.bogdan, answerOf(cast, dej, 'A1.2', 'Coadă', 'Afișe electorale'))

  expect((await listed(cast)).toSorted()).toEqual(
    [
      'A1.1 Urna a fost sigilată?: Nu +2',
      'A1.2 Ce ați văzut?: Afișe electorale +0',
      null,
    ].toSorted(),
  )
  expect(await listed(cast, { urgent: true, county: 'CJ' })).toEqual([
    'A1.2 Ce ați văzut?: Afișe electorale +0',
  ])
  // A list that is narrowed by a phone is read in another way.
  expect(await listed(cast, { phoneObserver: '000 001', county: 'CJ' })).toEqual([
    'A1.2 Ce ați văzut?: Afișe electorale +0',
  ])

  await send(cast.bogdan, answerOf(cast, dej, 'A1.2', 'Coadă'))
  expect(await listed(cast, { county: 'CJ' })).toEqual([null])
})

test('shows a flagged answer in the words its phone showed', async () => {
  const cast = await set()
  await fetchForm(cast)
  await publish(cast, ([first]) => {
    Object.assign(first!.questions[0]!, { text: 'Urna a rămas deschisă?' })
    Object.assign(first!.questions[0]!.optionsToQuestions[1]!, { text: 'Niciodată' })
  })

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(await listed(cast)).toEqual(['A1.1 Urna a fost sigilată?: Nu +0'])
})

test('picks the first flagged answer in the order of the newest answered version', async () => {
  const cast = await set()
  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A2.2', 'Nu, la'),
  )
  expect(await flaggedOf(cast)).toEqual(['A1.1', 'A2.2'])
  await publish(cast, (sections) => sections.reverse())
  // Published, but not yet answered.
  expect(await listed(cast)).toEqual(['A1.1 Urna a fost sigilată?: Nu +1'])
  await fetchForm(cast)

  await send(cast.bogdan, answerOf(cast, aiud, 'A2.1', 'Urne'))

  expect(await flaggedOf(cast)).toEqual(['A2.2', 'A1.1'])
  expect(await listed(cast)).toEqual(['A2.2 S-a deschis la timp?: Nu, la +1'])

  const formSections = await sectionsOf(cast)
  await cast.ana.call(forms.edit, { body: { id: formA(cast), draft: true, formSections } })
  await send(cast.bogdan, answerOf(cast, aiud, 'C1.1', 'Nu'))
  expect(await flaggedOf(cast)).toEqual(['C1.1', 'A2.2', 'A1.1'])
  expect((await listed(cast))[0]).toMatch(/^C1\.1 .+: Nu \+2$/)
})
