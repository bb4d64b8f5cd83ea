import { useMay } from '#features/session/web/may.tsx'
import type { NavigationEntry } from '#kit/web/pages.ts'
import { afterGuide, beforeGuide } from './navigation.ts'

/** The navigation of the current user. */
export function useNavigation(): {
  readonly beforeGuide: readonly NavigationEntry[]
  readonly afterGuide: readonly NavigationEntry[]
} {
  const isReader = useMay('message') === false
  const led = (entry: NavigationEntry): NavigationEntry =>
    isReader && entry.forReaders ? { ...entry, target: entry.forReaders } : entry
  return { beforeGuide: beforeGuide.map(led), afterGuide: afterGuide.map(led) }
}
