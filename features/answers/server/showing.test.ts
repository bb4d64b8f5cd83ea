// @module-tag slow
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { forms, type Section } from '#features/forms/contract.ts'
import { session } from '#features/session/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { listed, nowhere, wait } from '#features/unplaced/server/testing.ts'
import { addressOf, bodyOf, readReply } from '#kit/contract/wire.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { answers } from '../contract.ts'
import { aiud, blaj, dej, filledIn, type StationAddress } from './testing.ts'
import { chances, edited } from './testing-editors.ts'

const set = stage()
type Chances = ReturnType<typeof chances>

/** The answers to a question, in the words the phone showed. */
type Shown = { readonly question: string; readonly chosen: readonly string[] }
const worded = ({ question, chosen }: Shown) => `${question} ${[...chosen].sort().join(', ')}`
const optionWorded = (text: string, isFlagged: boolean) => text + (isFlagged ? '!' : '')

/** A phone, the form it shows and the stations its observer visits. */
class Phone {
  readonly name: string
  readonly places: readonly StationAddress[]
  /** By station and question. */
  readonly said = new Map<StationAddress, Map<number, Shown>>()
  readonly #person: Pick<Person, 'call'>
  #sections: readonly Section[] = []

  constructor(person: Pick<Person, 'call'>, name: string, places: readonly StationAddress[]) {
    this.#person = person
    this.name = name
    this.places = places
    for (const at of places) this.said.set(at, new Map())
  }

  /** Fetches the form; while it is hidden the phone keeps what it has. */
  async fetch(id: number): Promise<void> {
    const params = { id: id as never }
    const sections = await this.#person.call(forms.get, { params, query: {} })
    if (sections) this.#sections = sections
  }

  /** Answers a shown question, and sometimes sends the answer twice. */
  async answer({ one, below, isLucky }: Chances): Promise<void> {
    const at = one(this.places)
    const question = one(this.#sections.flatMap(({ questions }) => questions))
    if (!at || !question) return
    const most = question.questionType === 1 || question.questionType === 2 ? 1 : 9
    const count = isLucky(0.1) ? 0 : 1 + below(most)
    const chosen = question.optionsToQuestions.toSpliced(count)
    if (isLucky(0.5)) chosen.splice(0, chosen.length, ...question.optionsToQuestions.slice(-count))
    const own = count === 0 ? [] : chosen
    const options = own.map(({ optionId }) => ({ optionId }))
    const body = { answers: [{ ...at, questionId: question.id, options }] }
    await this.#person.call(answers.send, { body })
    if (isLucky(0.2)) await this.#person.call(answers.send, { body })
    const words = own.map(({ text, flagged }) => optionWorded(text, flagged))
    if (own.length === 0) this.said.get(at)?.delete(question.id)
    else this.said.get(at)?.set(question.id, { question: question.text, chosen: words })
  }
}

/** Another phone of Bogdan's, signed in by itself. */
async function another({ stranger }: Stage): Promise<Pick<Person, 'call'>> {
  const body = { user: '0700 000 001', password: '1111', uniqueId: 'another' }
  const { access_token } = await stranger.call(session.authorize, { body })
  return {
    call: async (endpoint, ...[sent = {} as never]) => {
      const payload = bodyOf(endpoint, sent)
      const reply = await stranger.send({
        method: endpoint.method,
        url: addressOf(endpoint, sent),
        headers: {
          authorization: `Bearer ${access_token}`,
          ...(payload !== undefined && { 'content-type': 'application/json' }),
        },
        ...(payload !== undefined && { payload }),
      })
      return readReply(endpoint, reply.statusCode, reply.body)
    },
  }
}

/** An editor who saves an open form despite changes made meanwhile. */
class Editor {
  readonly #cast: Stage
  #sections: readonly Section[] = []

  constructor(cast: Stage) {
    this.#cast = cast
  }

  async act(chances: Chances, id: number): Promise<void> {
    const params = { id: id as never }
    if (this.#sections.length === 0 || chances.isLucky(0.5))
      this.#sections = (await this.#cast.ana.call(forms.get, { params, query: {} })) ?? []
    if (chances.isLucky(0.6)) return
    const draft = chances.isLucky(0.2)
    const formSections = edited(chances, this.#sections)
    const payload = { id, draft, formSections }
    const { ana } = this.#cast
    const { statusCode } = await ana.send({ method: 'PUT', url: '/api/v1/form', payload })
    expect(statusCode).toBe(200)
  }
}

/** Staff place reports that named an unknown station. */
async function placeOne({ ana }: Stage, { below, isLucky }: Chances): Promise<boolean> {
  const open = await listed(ana)
  const one = open[below(Math.max(open.length, 1))]
  if (!one) return false
  const body = { station: dej, alike: isLucky(0.3) }
  await ana.call(unplaced.place, { params: { id: one.id }, body })
  return true
}

async function shownIn(cast: Stage, { name, places }: Phone): Promise<string[]> {
  const shownAt = places.map((at) => (at === nowhere ? dej : at))
  const read = await Promise.all(shownAt.map((at) => filledIn(cast, at, cast.ana, name)))
  return read.flatMap((completed, place) =>
    completed
      .map(({ text, answers: chosen }) => ({
        question: text,
        chosen: chosen.map((one) => optionWorded(one.text, one.isFlagged)),
      }))
      .map((shown) => `${place}: ${worded(shown)}`)
      .sort(),
  )
}

const expected = ({ places, said }: Phone): string[] =>
  places.flatMap((at, place) =>
    [...(said.get(at)?.values() ?? [])].map((shown) => `${place}: ${worded(shown)}`).sort(),
  )

test.each([1, 2])(
  'shows each answer in its phone’s wording after any edits and placings: seed %i',
  async (seed) => {
    const cast = await set()
    const id = cast.field.formId('A')
    const phones = [
      new Phone(cast.bogdan, 'Bogdan Pop', [aiud, blaj]),
      new Phone(await another(cast), 'Bogdan Pop', [dej]),
      new Phone(cast.dana, 'Dana Ionescu', [aiud, nowhere]),
      new Phone(cast.emil, 'Emil Test', [blaj, nowhere]),
    ]
    const editors = [new Editor(cast), new Editor(cast)]
    await Promise.all(phones.map((phone) => phone.fetch(id)))

    for (let round = 0; round < 30; round++) {
      wait(cast, 1)
      // Each actor has its own random source, so a seed gives the same run at any speed.
      const own = (who: number) => chances(seed * 100_000 + round * 100 + who)
      await Promise.all([
        ...editors.map((editor, nth) => editor.act(own(nth), id)),
        own(5).isLucky(0.4) && placeOne(cast, own(5)),
        ...phones.map(async (phone, nth) => {
          const chance = own(10 + nth)
          // The first one never fetches again.
          if (nth > 0 && chance.isLucky(0.3)) await phone.fetch(id)
          await phone.answer(chance)
          await phone.answer(chance)
        }),
      ])
    }

    while (await placeOne(cast, chances(seed)));

    for (const phone of phones)
      expect(await shownIn(cast, phone), phone.name).toEqual(expected(phone))
    expect((await listed(cast.ana, 'placed')).length).toBeGreaterThan(5)
    expect(await miscounted(cast.database)).toEqual([])
    const { currentVersion } = await cast.database.primary
      .selectFrom('forms')
      .select('currentVersion')
      .where('code', '=', 'A')
      .executeTakeFirstOrThrow()
    expect(currentVersion).toBeGreaterThan(5)
  },
  120_000,
)
