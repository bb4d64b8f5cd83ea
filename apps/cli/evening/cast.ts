import type { PlannedRow } from '#features/assignments/domain.ts'
import { type Credentials, type Station, seededRandom } from '../rehearsal.ts'
import type { Person } from './observe.ts'
import { plannedPart, press, type Span, spanOf, unplannedPart } from './part.ts'

/** An observer, and their shifts: none for observers without any in the plan. */
export type Planned = { readonly own: Credentials; readonly shifts: readonly PlannedRow[] }

type Setting = {
  readonly stations: readonly Station[]
  readonly evening: Span
  readonly seed: number
}

/** The share of the evening within which all observers sign in. */
const signsIn = 0.1

/** The part of an evening that the hours of the plan are compressed into. */
export const plannedHours = ({ from, until }: Span): Span => ({
  from: from + signsIn * (until - from),
  until,
})

/** Draws the parts; a seed always gives the same ones. */
export function castParts(
  people: readonly Planned[],
  { stations, evening, seed }: Setting,
): Person[] {
  const pressed = press(spanOf(people.flatMap(({ shifts }) => shifts)), plannedHours(evening))
  const seeds = seededRandom(seed)
  return people.map(({ own, shifts }) => {
    const chance = seededRandom(seeds() * 2 ** 32)
    const signsInAt = evening.from + chance() * signsIn * (evening.until - evening.from)
    const part =
      shifts.length > 0
        ? plannedPart(shifts, { stations, pressed, chance })
        : unplannedPart(stations, evening, chance)
    return { own, part, signsInAt, chance }
  })
}
