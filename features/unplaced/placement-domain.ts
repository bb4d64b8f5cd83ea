import * as z from 'zod'
import type { FactName } from '#features/visits/domain.ts'

const moment = z.coerce.date()

const KeptSaid = z.object({
  at: moment,
  unplacedId: z.int(),
  sentAt: moment.optional(),
})

const KeptChoice = z.object({
  questionId: z.int(),
  optionId: z.int(),
  formId: z.int(),
  formVersion: z.int(),
  text: z.string().nullable(),
  isFlagged: z.boolean(),
})

/** Moments are texts there, and no other fact is one. */
const KeptFact = z.union([z.null(), z.boolean(), z.number(), z.string().transform(readMoment)])
export type KeptFact = z.output<typeof KeptFact>

function readMoment(text: string): Date {
  return new Date(text)
}

const layerOf = <V extends z.ZodType>(value: V) => z.object({ value, said: KeptSaid.optional() })

/** What a report said where it was placed, and what it replaced there. */
export const Placement = z.object({
  /** When it had last been said, as it was placed: its choices have this moment. */
  at: moment,
  /** The moment that it gave to the visit; null: it changed nothing there. */
  gave: moment.nullable(),
  /** The visit's as its observer had left it, without everything placed; null: there was none. */
  lastModified: moment.nullable(),
  factsAt: moment.nullable(),
  /** The option that staff chose in place of an unknown one. */
  optionId: z.int().optional(),
  answer: z
    .object({
      questionId: z.int(),
      choices: z.array(KeptChoice.extend({ alikeIn: z.array(z.int()).readonly() })).readonly(),
      /** Missing: it was superseded. */
      before: layerOf(z.array(KeptChoice.extend({ receivedAt: moment })).readonly()).optional(),
      /** One of its options had no place, and the rest of the answer did: a retry repeats both. */
      isCompleting: z.boolean(),
    })
    .optional(),
  /** Keyed by the names on the wire. */
  facts: z
    .record(z.string(), z.object({ value: KeptFact, before: layerOf(KeptFact).optional() }))
    .optional(),
  /** The note it became, and whether that is new. */
  note: z.object({ id: z.int(), isMade: z.boolean() }).optional(),
})
export type Placement = z.output<typeof Placement>

/** The facts of a placement, which are named as on the wire. */
export const factsOf = ({ facts = {} }: Placement) => Object.keys(facts) as FactName[]

/** The latest of some moments, some of which may be missing. */
export const latestOf = (...moments: readonly (Date | null | undefined)[]): Date | null =>
  moments.reduce<Date | null>((latest, at) => (at && (!latest || at > latest) ? at : latest), null)

/** When a visit last changed, and its station info. */
type Moments = Pick<Placement, 'lastModified' | 'factsAt'>

const isInfo = ({ facts }: Placement) => facts !== undefined

/** The moments of a visit as its observer had left it, without those of placed reports. */
export function momentsBefore(now: Moments, placed: readonly Placement[]): Moments {
  const before = (what: keyof Moments, those: readonly Placement[]) => {
    const at = now[what]
    const giving = those.filter(({ gave }) => gave && at && gave.getTime() === at.getTime())
    return giving.length > 0 ? latestOf(...giving.map((one) => one[what])) : at
  }
  return {
    lastModified: before('lastModified', placed),
    factsAt: before('factsAt', placed.filter(isInfo)),
  }
}

/** The moment of a visit after one of the reports placed there is removed; null: no moment is left. */
export function momentAfter(
  now: Date | null,
  gone: Placement,
  staying: readonly Placement[],
  what: keyof Moments,
): Date | null {
  const those = what === 'factsAt' ? staying.filter(isInfo) : staying
  const given = those.map(({ gave }) => gave)
  // Whatever changed it later than this did is still there.
  if (!gone.gave || (now && now > gone.gave)) return latestOf(now, ...given)
  return latestOf(gone[what], ...given, ...those.map((one) => one[what]))
}
