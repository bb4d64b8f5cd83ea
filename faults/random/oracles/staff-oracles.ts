import { groupBy } from '#kit/contract/group.ts'
import type { Finding } from '../trace.ts'
import { formName, type Save } from '../world.ts'

/** Only one of two saves of a form with the same revision succeeds. */
export const noOverwrites = (saves: readonly Save[]): Finding[] =>
  [...groupBy(saves, ({ formId, revision }) => `${formName(formId)} from revision ${revision}`)]
    .filter(([, all]) => all.length > 1)
    .map(([key, all]) => ({
      oracle: 'no save overwrites an unseen change',
      what: `${key} was saved ${all.length} times`,
      about: [formName(all[0]?.formId ?? 0)],
    }))

/** How many rows an election has. */
export type Held = { readonly electionId: number; readonly count: number }

/** A cleared rehearsal is empty, despite concurrent calls. */
export const clearedIsEmpty = (cleared: readonly number[], held: readonly Held[]): Finding[] =>
  held
    .filter(({ electionId, count }) => cleared.includes(electionId) && count > 0)
    .map(({ electionId, count }) => ({
      oracle: 'a cleared election is empty',
      what: `election ${electionId} holds ${count} rows`,
      about: [`election ${electionId}`],
    }))
