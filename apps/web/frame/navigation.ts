import type { Right } from '#kit/contract/roles.ts'
import type { NavigationEntry, Pages } from '#kit/web/pages.ts'
import * as inOrder from '../features.ts'

const features: readonly Pages[] = inOrder.features

const entriesOf = (some: readonly Pages[]) => some.flatMap(({ way }) => way ?? [])

/** The entries of the main menu. */
export const beforeGuide = entriesOf(inOrder.beforeGuide)
export const afterGuide = entriesOf(inOrder.afterGuide)

/** Whether a path belongs to an entry of the main menu. */
export const isWithin = (
  { target, within = new RegExp(`^${target.to}`) }: NavigationEntry,
  path: string,
): boolean => within.test(path)

/** The pages of the settings, and who may open them. */
export const settings = features.flatMap(({ setting }) => setting ?? [])

/** The right needed to open a path; undefined where anybody may. */
export const requiredRight = (path: string): Right | undefined =>
  settings.find(({ to }) => path.startsWith(to))?.right ??
  features.flatMap(({ guarded }) => guarded ?? []).find(([within]) => within.test(path))?.[1]
