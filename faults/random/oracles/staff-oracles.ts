import { groupBy } from '#kit/contract/group.ts'
import type { Finding } from '../trace.ts'
import { formName, type Save } from '../world.ts'

/** Of two saves based on the same revision of a form only one succeeds. */
export const nobodyOverwrites = (saves: readonly Save[]): Finding[] =>
  [...groupBy(saves, ({ formId, revision }) => `${formName(formId)} from revision ${revision}`)]
    .filter(([, all]) => all.length > 1)
    .map(([key, all]) => ({
      oracle: 'nobody saves over what they have not seen',
      what: `${key} was saved ${all.length} times`,
      about: [formName(all[0]?.formId ?? 0)],
    }))

/** How many rows an election has. */
export type Held = { readonly electionId: number; readonly count: number }

/** A cleared rehearsal is empty, whatever was running then. */
export const clearedIsEmpty = (cleared: readonly number[], held: readonly Held[]): Finding[] =>
  held
    .filter(({ electionId, count }) => cleared.includes(electionId) && count > 0)
    .map(({ electionId, count }) => ({
      oracle: 'what was cleared is empty',
      what: `election ${electionId} holds ${count} rows`,
      about: [`election ${electionId}`],
    }))
