import { useMay } from '#features/session/web/may.tsx'
import type { Way } from '#kit/web/pages.ts'
import { afterGuide, beforeGuide } from './navigation.ts'

/** Where the person before the screen can go. */
export function useNavigation(): {
  readonly beforeGuide: readonly Way[]
  readonly afterGuide: readonly Way[]
} {
  const isReader = useMay('message') === false
  const led = (way: Way): Way =>
    isReader && way.forReaders ? { ...way, target: way.forReaders } : way
  return { beforeGuide: beforeGuide.map(led), afterGuide: afterGuide.map(led) }
}
