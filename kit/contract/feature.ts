import type { Endpoint } from './endpoint.ts'

/** What a feature says of itself to both sides; `apps` folds over all of them. */
export type Feature = {
  /** As its folder is called. */
  readonly name: string
  /** Its calls, by the name under which the API document has them. */
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>
}
