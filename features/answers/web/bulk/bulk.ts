import { BulkBar } from './bulk-bar.tsx'
import { Tick } from './tick.tsx'
import { untickAll } from './ticked.ts'

/** The parts of the list with which several reports are selected. */
export type Bulk = { readonly Tick: typeof Tick; readonly Bar: typeof BulkBar }

/** Begins with nothing selected. */
export function startBulk(): Bulk {
  untickAll()
  return { Tick, Bar: BulkBar }
}
