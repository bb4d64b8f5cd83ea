import { planChanged } from '#features/assignments/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { answersSettled } from '#features/stations/contract.ts'
import { differencesChanged } from '#features/stations/differences-contract.ts'
import { unplacedChanged } from '#features/visits/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { figuresChanged } from '#kit/contract/figures.ts'
import { situation, wall, wallLinks, wallLinksChanged } from './contract.ts'

const acts = copy({
  'wall-links.made': { ro: 'Link de perete creat', en: 'Wall link made' },
  'wall-links.restored': { ro: 'Link de perete redat', en: 'Wall link given back' },
  'wall-links.withdrawn': { ro: 'Link de perete retras', en: 'Wall link withdrawn' },
} satisfies Words)

const subjects = copy({
  wall_links: { ro: 'Linkuri de perete', en: 'Wall links' },
} satisfies Words)

/** Events that may rename a milestone or a place. */
const renaming = [planChanged, placesChanged]

/** The events that change a wall. */
export const movers = [figuresChanged, ...renaming]

export const feature: Feature = {
  name: 'situation',
  endpoints: { situation, wall, wallLinks },
  changes: [
    ...renaming.map((event) => ({ event, touches: [situation.read, situation.now], restMs: 1000 })),
    ...[differencesChanged, answersSettled, unplacedChanged].map((event) => ({
      event,
      touches: [situation.now],
      restMs: 3000,
    })),
    { event: wallLinksChanged, touches: [wallLinks.list], restMs: 1000 },
  ],
  acts,
  subjects,
}
