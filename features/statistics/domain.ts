import type { Method } from './contract.ts'

/** What a method of the calls counts, and by what. */
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
