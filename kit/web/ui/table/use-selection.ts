import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { nothing, type Selection } from './selection.ts'

type Kept = { readonly selection: Selection; readonly list: string }

/** The selection of each entry of the browser's history: going back restores it. */
const keptAt = new Map<string | undefined, Kept>()

/** Forgets what was selected on pages that were left: another election or user has other rows. */
export const forgetSelections = (): void => keptAt.clear()

/**
 * The selected rows of a list. They stay while pages change, and are there again after going back to the list.
 * @param list which list is shown, whatever the page: in another one nothing is selected
 * @param isKept whether a selection stays although another list is shown
 */
export function useSelection(list: string, isKept?: (selection: Selection) => boolean) {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const [kept, setKept] = useState<Kept>(() => keptAt.get(entry) ?? { selection: nothing, list })
  useEffect(() => void keptAt.set(entry, kept), [entry, kept])
  const isStill = kept.list === list || isKept?.(kept.selection)
  const select = (selection: Selection) => setKept({ selection, list })
  return [isStill ? kept.selection : nothing, select] as const
}
