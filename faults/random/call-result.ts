import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import type { Problem, ProblemCode } from '#kit/contract/problem.ts'

/** What came of a call. */
export type CallResult<E extends Endpoint> = Times &
  (
    | { readonly kind: 'done'; readonly reply: Reply<E> }
    /** `mayBeDone`: an earlier try of the same was not answered, or this one was by a server that fell. */
    | {
        readonly kind: 'refused'
        readonly code: ProblemCode
        readonly problem: Problem
        readonly mayBeDone: boolean
      }
    /** No answer: nobody knows whether it was done. */
    | { readonly kind: 'unheard' }
  )

/** The same, whatever was asked for. */
export type AnyResult = Times &
  (
    | { readonly kind: 'done' | 'unheard' }
    | { readonly kind: 'refused'; readonly code: ProblemCode; readonly mayBeDone: boolean }
  )

/** When the first try of a call was begun, and when the last was over. */
export type Times = { readonly from: number; readonly to: number }
