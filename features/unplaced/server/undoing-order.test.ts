// @module-tag slow
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, summary } from '#features/answers/server/testing.ts'
import { infoOf } from '#features/visits/server/testing.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { unplaced } from '../contract.ts'
import { allReported, listed, undoPlacing, unplace, wait } from './testing.ts'
import {
  anyAnswer,
  anyFacts,
  anyPlacing,
  type Code,
  Last,
  pick,
  placeOne,
  type Saying,
  texts,
} from './testing-evening.ts'

const set = stage()

/** Staff undo one placed item, or all of one act. */
const anyUndoing = fc.record({
  kind: fc.constantFrom('undo' as const, 'undo act' as const),
  which: fc.nat({ max: 9 }),
})
const anyDismissing = fc.record({
  kind: fc.constantFrom('dismiss' as const, 'restore' as const),
  which: fc.nat({ max: 9 }),
})

const anyDeed = fc.oneof(
  { weight: 4, arbitrary: anyAnswer },
  { weight: 4, arbitrary: anyFacts },
  { weight: 5, arbitrary: anyPlacing },
  { weight: 4, arbitrary: anyUndoing },
  { weight: 1, arbitrary: anyDismissing },
)
type Deed = typeof anyDeed extends fc.Arbitrary<infer One> ? One : never

const anyEvening = fc.array(anyDeed, { minLength: 3, maxLength: 30, size: 'max' })

/** A report sent to the station itself, or placed there. */
type Told = { readonly at: number; readonly id: number; readonly sent: Record<string, unknown> }

/** Submissions of one observer, and what staff do with the unplaced ones. */
class Evening {
  readonly cast: Stage
  readonly last = new Last()
  readonly #said: Told[] = []
  readonly #placings: NonNullable<Awaited<ReturnType<typeof placeOne>>>[] = []

  constructor(cast: Stage) {
    this.cast = cast
  }

  async do(one: Deed): Promise<void> {
    wait(this.cast, 1)
    if (one.kind === 'answer' || one.kind === 'facts') await this.#say(one)
    else if (one.kind === 'place') await this.#place(one.which)
    else await this.#change(one.kind, one.which)
    await this.expectLastThere()
  }

  async #say(one: Saying): Promise<void> {
    const { cast } = this
    await this.last.say(cast, one)
    if (one.at !== aiud) return
    const sent = one.kind === 'facts' ? one.facts : answerOf(cast, aiud, one.code, ...one.chosen)
    this.#said.push({ at: cast.clock.now.getTime(), id: 0, sent })
  }

  /** Checks that undoing restores the state, and that placing again gives the same result. */
  async #place(which: number): Promise<void> {
    const before = await allReported(this.cast)
    const placingId = await placeOne(this.cast, which)
    if (placingId === undefined) return
    await undoPlacing(this.cast.ana, placingId)
    expect(await allReported(this.cast)).toEqual(before)
    const again = await placeOne(this.cast, which)
    if (again) this.#placings.push(again)
  }

  async #change(
    kind: 'undo' | 'undo act' | 'dismiss' | 'restore',
    which: number,
  ): Promise<unknown> {
    const { ana } = this.cast
    if (kind === 'undo act') return this.#undoAct(pick(this.#placings, which))
    const from = { undo: 'placed', dismiss: 'open', restore: 'dismissed' } as const
    const one = pick(await listed(ana, from[kind]), which)
    if (!one) return undefined
    if (kind === 'undo') return unplace(ana, one.id)
    return ana.call(unplaced[kind], { params: { id: one.id } })
  }

  async #undoAct(placingId = this.#placings[0]): Promise<void> {
    // Its items may already be undone one by one.
    if (placingId) await Promise.allSettled([undoPlacing(this.cast.ana, placingId)])
  }

  /** Places every unplaced report. */
  async placeAll(which: number): Promise<void> {
    const { ana } = this.cast
    for (const { id } of await listed(ana, 'dismissed'))
      await ana.call(unplaced.restore, { params: { id } })
    while ((await placeOne(this.cast, which)) !== undefined) wait(this.cast, 1)
  }

  /** Undoes all placings, including items that are used only after others are undone. */
  async undoAll(): Promise<void> {
    for (const placingId of this.#placings) await this.#undoAct(placingId)
    for (;;) {
      const [one] = await listed(this.cast.ana, 'placed')
      if (!one) return
      await unplace(this.cast.ana, one.id)
    }
  }

  /** The last report sent to or placed at the station wins, for each question and fact. */
  async expectLastThere(): Promise<void> {
    const { cast } = this
    const given = [...(await listed(cast.ana, 'placed')), ...(await listed(cast.ana, 'superseded'))]
    const placed = given.map(({ id, saidAt, sent }) => ({ id, at: saidAt.getTime(), sent }))
    const inOrder = [...this.#said, ...placed].sort(
      (one, other) => one.at - other.at || one.id - other.id,
    )
    expect(await summary(cast, aiud)).toEqual(answersIn(cast, inOrder))
    const facts = factsIn(inOrder)
    expect((await infoOf(cast, 'AB1')) ?? {}).toMatchObject(facts)
    expect(await miscounted(cast.database)).toEqual([])
  }
}

function answersIn(cast: Stage, inOrder: readonly Told[]): string[] {
  const { field } = cast
  return (Object.keys(texts) as Code[]).flatMap((code) => {
    const last = inOrder.findLast(({ sent }) => sent['questionId'] === field.questionId(code))
    const chosen = JSON.stringify(last?.sent['options'] ?? [])
    const shown = texts[code].filter((text) =>
      chosen.includes(`"optionId":${field.optionId(code, text)}}`),
    )
    return shown.length > 0 ? [`${code}: ${shown.join(', ')}`] : []
  })
}

function factsIn(inOrder: readonly Told[]): Record<string, unknown> {
  const facts = inOrder.flatMap(({ sent }) => ('questionId' in sent ? [] : Object.entries(sent)))
  const named = facts.filter(([name]) => !/Code$|^pollingStationNumber$/.test(name))
  return Object.fromEntries(
    named.map(([name, value]) => [name, typeof value === 'string' ? new Date(value) : value]),
  )
}

test('keeps the last submission through any placing and undoing, and loses nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anyEvening, fc.nat({ max: 9 }), async (deeds, which) => {
      const evening = new Evening(await set())
      for (const one of deeds) await evening.do(one)

      await evening.placeAll(which)
      await evening.expectLastThere()
      await evening.last.expectToStand(evening.cast)
      await evening.undoAll()
      await evening.expectLastThere()
    }),
    { numRuns: 3, seed: 2 },
  )
}, 240_000)
