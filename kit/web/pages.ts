import type { AnyRoute, LinkProps } from '@tanstack/react-router'
import type { Copy } from '#kit/contract/copy.ts'
import type { Right } from '#kit/contract/roles.ts'

type Target = Pick<LinkProps, 'to' | 'search'>

/** An entry of the main menu. */
export type NavigationEntry = {
  readonly target: Target
  /** Its target for users who may only read there. */
  readonly forReaders?: Target
  readonly label: Copy
  /** Which paths belong to it; by default those with its prefix. */
  readonly within?: RegExp
  /** Its shortcut after `g`; the same letter in every language. */
  readonly letter: string
}

/** A page of the settings, and who may open it. */
export type Setting = {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: Copy
  readonly right: Right
}

/** Paths that not everybody may open; where the right is only needed to change, the page itself says so. */
export type Guarded = readonly [within: RegExp, right: Right]

/** Routes by frame: none, the one for signed-in users, or the settings. */
export type Routes = {
  readonly open?: readonly AnyRoute[]
  readonly signedIn?: readonly AnyRoute[]
  readonly settings?: readonly AnyRoute[]
}

/**
 * A feature's browser side. It is part of the first script: pages are loaded on first visit. The
 * routes are created before and named in the type: the types of links follow from them.
 */
export type Pages<Own extends Routes = Routes> = {
  readonly routes: Own
  readonly way?: NavigationEntry
  readonly setting?: Setting
  readonly guarded?: readonly Guarded[]
}
