import fc from 'fast-check'
import { expect } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, send, summary } from '#features/answers/server/testing.ts'
import { visits } from '#features/visits/contract.ts'
import { infoOf } from '#features/visits/server/testing.ts'
import type { Stage } from '#testing/stage.ts'
import { unplaced } from '../contract.ts'
import { listed, nowhere } from './testing.ts'

export const texts = {
  'A1.1': ['Da', 'Nu'],
  'A1.2': ['Coadă', 'Afișe electorale', 'Altceva'],
} as const
export type Code = keyof typeof texts

/** The observer's station, and two wrong addresses for it. */
const places = [aiud, nowhere, { ...nowhere, pollingStationNumber: 8 }] as const

const at = fc.constantFrom(...places)
const anyAnswerTo = (code: Code, most: number) =>
  fc.record({
    kind: fc.constant('answer' as const),
    at,
    code: fc.constant(code),
    chosen: fc.subarray<string>([...texts[code]], { maxLength: most }),
  })
export const anyAnswer = fc.oneof(anyAnswerTo('A1.1', 1), anyAnswerTo('A1.2', 3))
const anyMoment = fc.constantFrom('2026-11-22T05:30:00Z', '2026-11-22T19:00:00Z')
/** Sends few facts at a time, as phones do: larger submissions would hide faults between facts. */
export const anyFacts = fc.record({
  kind: fc.constant('facts' as const),
  at,
  facts: fc.oneof(
    fc.record({ observerArrivalTime: anyMoment }),
    fc.record({ observerLeaveTime: anyMoment }),
    fc.record({ urbanArea: fc.boolean(), chairmanPresence: fc.boolean() }),
    fc.record({ chairmanPresence: fc.boolean(), numberOfVotersOnTheList: fc.nat({ max: 2 }) }),
  ),
})
/** A member of staff places a random open item. */
export const anyPlacing = fc.record({
  kind: fc.constant('place' as const),
  which: fc.nat({ max: 9 }),
})

export type Saying =
  typeof anyAnswer | typeof anyFacts extends fc.Arbitrary<infer One> ? One : never

/** An observer's last report under any of the addresses. */
export class Last {
  readonly #answered = new Map<Code, readonly string[]>()
  #facts: Record<string, unknown> = {}

  async say(cast: Stage, one: Saying): Promise<void> {
    if (one.kind === 'answer') {
      await send(cast.bogdan, answerOf(cast, one.at, one.code, ...one.chosen))
      this.#answered.set(one.code, one.chosen)
      return
    }
    await cast.bogdan.call(visits.report, { body: { ...one.at, ...one.facts } as never })
    const read = Object.entries(one.facts).map(([fact, value]) => [
      fact,
      typeof value === 'string' ? new Date(value) : value,
    ])
    this.#facts = { ...this.#facts, ...Object.fromEntries(read) }
  }

  async expectToStand(cast: Stage): Promise<void> {
    const answered = [...this.#answered].filter(([, chosen]) => chosen.length > 0)
    const expected = answered.map(([code, chosen]) => `${code}: ${chosen.join(', ')}`)
    expect((await summary(cast, aiud)).sort()).toEqual(expected.sort())
    if (Object.keys(this.#facts).length > 0)
      expect(await infoOf(cast, 'AB1')).toMatchObject(this.#facts)
    expect(await miscounted(cast.database)).toEqual([])
  }
}

export const pick = <One>(some: readonly One[], which: number): One | undefined =>
  some[which % Math.max(some.length, 1)]

/** Places an item and returns the act; undefined if no item was open. */
export async function placeOne({ ana }: Stage, which: number) {
  const one = pick(await listed(ana), which)
  if (!one) return undefined
  const params = { id: one.id }
  return (await ana.call(unplaced.place, { params, body: { station: aiud } })).placingId
}
