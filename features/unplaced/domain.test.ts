import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLater, type ReportMoment } from '#features/visits/domain.ts'
import { type Layer, ofFacts, type Placed, without } from './layers-domain.ts'
import type { KeptFact } from './placement-domain.ts'

const which = fc.nat({ max: 5 })
const anyEvent = fc.oneof(
  fc.record({ kind: fc.constant('said there' as const), value: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('said aside' as const), value: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('placed' as const), which }),
  fc.record({ kind: fc.constant('undone' as const), which }),
)
type Event = typeof anyEvent extends fc.Arbitrary<infer One> ? One : never
type Aside = { readonly id: number; readonly at: Date; readonly value: number }

/** One fact of one station, of which an observer says something again and again, there and elsewhere. */
class Fact {
  #stands: Layer<KeptFact> = { value: null }
  #placed: Placed<KeptFact>[] = []
  #asides: Aside[] = []
  #said: (ReportMoment & { readonly value: number })[] = []

  do(event: Event, at: Date): void {
    if (event.kind === 'said there') {
      this.#stands = { value: event.value, said: { at, unplacedId: 0 } }
      this.#said.push({ at, unplacedId: 0, value: event.value })
    } else if (event.kind === 'said aside')
      this.#asides.push({ id: this.#asides.length + 1, at, value: event.value })
    else if (event.kind === 'placed') this.#place(this.#asides[event.which])
    else this.#undo(this.#placed[event.which])
  }

  #place(aside: Aside | undefined): void {
    if (!aside || this.#placed.some(({ id }) => id === aside.id)) return
    const { id, at, value } = aside
    const said = { at, unplacedId: id }
    const isTaken = isLater(said, this.#stands.said)
    this.#placed.push({ id, at, put: () => value, before: isTaken ? this.#stands : undefined })
    if (isTaken) this.#stands = { value, said }
  }

  #undo(gone: Placed<KeptFact> | undefined): void {
    if (!gone) return
    const [stands, placed] = [this.#stands, this.#placed]
    const left = without({ kind: ofFacts, stands, placed, goneId: gone.id })
    this.#stands = left.stands
    this.#placed = placed
      .filter((one) => one !== gone)
      .map((one) => ({ ...one, before: left.befores.get(one.id) ?? one.before }))
  }

  /** The last that was said there, or lies there. */
  expectLast(): void {
    const placed = this.#placed.map(({ id, at, put }) => ({
      at,
      unplacedId: id,
      value: put(null),
    }))
    let last: (ReportMoment & { readonly value: KeptFact }) | undefined
    for (const one of [...this.#said, ...placed]) if (isLater(one, last)) last = one
    const { value = null, ...said } = last ?? {}
    expect(this.#stands.value).toEqual(value)
    expect(this.#stands.said ?? {}).toEqual(said)
  }
}

test('whatever is placed and undone, in any order, the last that was said there or lies there stands', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40, size: 'max' }), (events) => {
      const fact = new Fact()
      for (const [nth, event] of events.entries()) {
        fact.do(event, new Date(nth * 60_000))
        fact.expectLast()
      }
    }),
    { numRuns: 3000, seed: 20_261_123 },
  )
})
