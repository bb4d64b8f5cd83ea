import type { Db } from '#database/open.ts'
import type { Entry } from '#features/answers/series-domain.ts'
import { listEntries } from '#features/answers/server/series/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { VisitRow } from '../columns.ts'
import { exportedChoices, type Wording, worded } from '../domain.ts'

/** A form with a sheet of its own. */
export type SheetForm = { readonly id: number; readonly isSeries: boolean }

/** The entries of each visit, oldest first; none unless the form is sent several times. */
export async function entriesIn(
  { db, scope }: { readonly db: Db; readonly scope: Scope },
  visits: readonly { readonly id: Id<'visits'> }[],
  form: SheetForm | undefined,
): Promise<(visitId: number) => readonly Entry[]> {
  if (!form?.isSeries) return () => []
  const ids = visits.map(({ id }) => id)
  const found = await listEntries(db, scope, form.id, ids)
  return (visitId) => found.get(visitId) ?? []
}

/** The earlier entries of a visit, and the visit with the time of its last. */
export function entriesOf(visit: VisitRow, entries: readonly Entry[], wording: Wording) {
  const at = (entry: Entry | undefined) => ({ ...visit, entryAt: entry?.at })
  const earlier = entries.slice(0, -1).map((entry) => {
    const chosen = exportedChoices(entry.choices, wording)
    return worded(at(entry), { chosen, corrections: [], files: [] }, wording)
  })
  return { earlier, last: at(entries.at(-1)) }
}
