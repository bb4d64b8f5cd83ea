import type { Problem } from '#kit/contract/problem.ts'

/**
 * Says what the refusal of a constraint, or of one of several, means:
 * `.catch(refusedBy('staff_account_is_taken', () => …))`. Any other error passes on unchanged.
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
