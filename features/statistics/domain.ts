import type { StateCounts } from '#features/milestones/contract.ts'
import { expectedOf } from '#features/milestones/domain.ts'
import type { Method } from './contract.ts'

/** What a method counts, and by which key. */
export type Count = {
  readonly of: 'observers' | 'irregularities'
  readonly by: 'county' | 'station'
  /** The last letter of the forms that count: opening forms end in A, counting forms in C (wire.md 1.3). */
  readonly formsEndingIn: '' | 'A' | 'C'
}

export const counts: Readonly<Record<Method, Count>> = {
  observerNumber: { of: 'observers', by: 'county', formsEndingIn: '' },
  countiesIrregularities: { of: 'irregularities', by: 'county', formsEndingIn: '' },
  pollingStationIrregularities: { of: 'irregularities', by: 'station', formsEndingIn: '' },
  countiesOpeningIrregularities: { of: 'irregularities', by: 'county', formsEndingIn: 'A' },
  pollingStationOpeningIrregularities: { of: 'irregularities', by: 'station', formsEndingIn: 'A' },
  countiesByCountingIrregularities: { of: 'irregularities', by: 'county', formsEndingIn: 'C' },
  pollingStationsByCountingIrregularities: {
    of: 'irregularities',
    by: 'station',
    formsEndingIn: 'C',
  },
}

/** The progress of an area with a milestone. Excused expectations are not expected. */
export type Participation = {
  readonly expected: number
  readonly done: number
  readonly inPart: number
  readonly late: number
  readonly excused: number
  /** The part of the expected that is done, from 0 to 1; null if none is expected. */
  readonly share: number | null
}

/** Sums up states. Due soon or later only counts as expected. */
export function participationOf(all: readonly StateCounts[]): Participation {
  const sum = (of: (counts: StateCounts) => number) =>
    all.reduce((total, counts) => total + of(counts), 0)
  const expected = sum(expectedOf)
  const [done, excused] = [sum(({ done }) => done), sum(({ excused }) => excused)]
  return {
    expected,
    done,
    inPart: sum((counts) => counts['in-part']),
    late: sum(({ late }) => late),
    excused,
    share: expected === 0 ? null : done / expected,
  }
}

/** Per cent to one decimal; null if `all` is zero. */
export const percentOf = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((part / all) * 1000) / 10
