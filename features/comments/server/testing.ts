import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Stage } from '#testing/stage.ts'
import { comments } from '../contract.ts'

/** A comment of Ana's on an observer. */
export const comment = async (cast: Stage, text = 'Sunat.'): Promise<Id<'comments'>> =>
  cast.ana.call(comments.write, { body: { observerId: await observerIdOf(cast), text } })
