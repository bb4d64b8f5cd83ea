import type { AnyRoute, LinkProps } from '@tanstack/react-router'
import type { Copy } from '#kit/contract/copy.ts'
import type { Right } from '#kit/contract/roles.ts'

type Target = Pick<LinkProps, 'to' | 'search'>

/** A place to go, in the main menu. */
export type NavigationEntry = {
  readonly target: Target
  /** Where it leads whoever may only read there. */
  readonly forReaders?: Target
  readonly label: Copy
  /** Which addresses belong to it; those that begin as it does when absent. */
  readonly within?: RegExp
  /** What leads there after `g`; the same letter in every language. */
  readonly letter: string
}

/** A page of the settings, and who may open it. */
export type Setting = {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: Copy
  readonly right: Right
}

/** Addresses that not everybody may open; where one would only read without the right, the page says so itself. */
export type Guarded = readonly [within: RegExp, right: Right]

/** Routes by the frame that they stand in: none, the one for whoever is signed in, or the settings. */
export type Routes = {
  readonly open?: readonly AnyRoute[]
  readonly signedIn?: readonly AnyRoute[]
  readonly settings?: readonly AnyRoute[]
}

/**
 * What a feature brings along in the browser. It comes with the first script: pages are loaded when somebody
 * goes to them. The routes are made before and named in the type: what is a link follows from them.
 */
export type Pages<Own extends Routes = Routes> = {
  readonly routes: Own
  readonly way?: NavigationEntry
  readonly setting?: Setting
  readonly guarded?: readonly Guarded[]
}
