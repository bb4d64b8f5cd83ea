import * as z from 'zod'
import type { Tx } from '#database/open.ts'
import { id } from '#kit/contract/id.ts'
import { enqueue, job } from '#kit/server/jobs.ts'

export const letterPayload = z.object({
  electionId: id('elections').nullable(),
  staffId: id('staff'),
  what: z.enum(['taken-away', 'locked']),
  /** Who did it, or from where it was tried. */
  by: z.string(),
})
export type Letter = z.output<typeof letterPayload>

/** Tells the owner of an account by mail what happened to its security. */
export const letter = job({ name: 'factors.letter', payload: letterPayload, tries: 6 })

/** Leaves a letter to be sent once this commits. */
export const leaveLetter = (tx: Tx, said: Letter): Promise<void> => enqueue(tx, letter, said)
