import { useState } from 'react'
import { nothing, type Selection } from './selection.ts'

/**
 * The selected rows of a list. They stay while pages change.
 * @param list which list is shown, whatever the page: in another one nothing is selected
 * @param isKept whether a selection stays although another list is shown
 */
export function useSelection(list: string, isKept?: (selection: Selection) => boolean) {
  const [kept, setKept] = useState({ selection: nothing, list })
  const isStill = kept.list === list || isKept?.(kept.selection)
  const select = (selection: Selection) => setKept({ selection, list })
  return [isStill ? kept.selection : nothing, select] as const
}
