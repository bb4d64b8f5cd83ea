import type { Problem } from '#kit/contract/problem.ts'

/**
 * Translates the violation of a constraint, or of one of several: `.catch(refusedBy('staff_account_is_taken',
 * () => …))`. Any other error passes unchanged.
 */
export const refusedBy =
  (constraint: string | readonly string[], problem: () => Problem) =>
  (error: unknown): never => {
    throw error instanceof Error &&
      'constraint' in error &&
      [constraint].flat().some((one) => one === error.constraint)
      ? problem()
      : error
  }
