import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import type { Problem, ProblemCode } from '#kit/contract/problem.ts'

/** The result of a call. */
export type CallResult<E extends Endpoint> = Times &
  (
    | { readonly kind: 'done'; readonly reply: Reply<E> }
    /**
     * `mayBeDone`: an earlier attempt was not answered, or this one was handled by a server that was killed.
     */
    | {
        readonly kind: 'refused'
        readonly code: ProblemCode
        readonly problem: Problem
        readonly mayBeDone: boolean
      }
    /** No response: the server may or may not have done it. */
    | { readonly kind: 'unheard' }
  )

/** The result of any call. */
export type AnyResult = Times &
  (
    | { readonly kind: 'done' | 'unheard' }
    | { readonly kind: 'refused'; readonly code: ProblemCode; readonly mayBeDone: boolean }
  )

/** When the first attempt of a call began, and when the last ended. */
export type Times = { readonly from: number; readonly to: number }
