import { type Copy, copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { type StationFacts, visits } from './contract.ts'
import { say } from './copy.ts'

const acts = copy({
  'visits.placed': { ro: 'Raport cu un element pus la loc', en: 'Report with a placed item' },
  'visits.placing-undone': {
    ro: 'Raport așa cum era: punerea la loc anulată',
    en: 'Report as it was: placing undone',
  },
  'visits.reported': { ro: 'Date despre secție primite', en: 'Station info received' },
  'visits.telephoned': {
    ro: 'Date despre secție scrise la telefon',
    en: 'Station info written down by telephone',
  },
  'visits.unplaced': {
    ro: 'Raport fără un element: punerea la loc anulată',
    en: 'Report without an item: placing undone',
  },
} satisfies Words)

const subjects = copy({
  visits: { ro: 'Rapoarte', en: 'Reports' },
} satisfies Words)

/** Labels of station info, by wire name. */
const facts: Readonly<Record<keyof StationFacts, Copy>> = {
  numberOfVotersOnTheList: say.numberOfVotersOnTheList,
  numberOfCommissionMembers: say.numberOfCommissionMembers,
  numberOfFemaleMembers: say.numberOfFemaleMembers,
  minPresentMembers: say.minPresentMembers,
  chairmanPresence: say.chairmanPresence,
  singlePollingStationOrCommission: say.singlePollingStationOrCommission,
  adequatePollingStationSize: say.adequatePollingStationSize,
}

const fields = copy({
  arrivedAt: { ro: 'Sosire', en: 'Arrived' },
  facts: { ro: 'Date despre secție', en: 'Station facts' },
  factsAt: { ro: 'Date despre secție primite', en: 'Station info received' },
  isPresidentFemale: { ro: 'Președintă', en: 'Female president' },
  isUrbanArea: { ro: 'Mediu urban', en: 'Urban area' },
  leftAt: { ro: 'Plecare', en: 'Left' },
} satisfies Words)

export const feature: Feature = {
  name: 'visits',
  endpoints: { visits },
  acts,
  subjects,
  fields: { ...fields, ...facts },
}
