import type { Problem } from '#kit/contract/problem.ts'

/**
 * Says what a constraint's refusal means: `.catch(refusedBy('observers_phone_is_taken', () => …))`.
 * Any other error passes on unchanged.
 */
export const refusedBy =
  (constraint: string, problem: () => Problem) =>
  (error: unknown): never => {
    throw error instanceof Error && 'constraint' in error && error.constraint === constraint
      ? problem()
      : error
  }
