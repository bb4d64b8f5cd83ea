import type { Id } from '#kit/contract/value/id.ts'
import type { Person } from '#testing/stage.ts'
import { handover } from '../contract.ts'

/** Hands a person's shift over. */
export const handOver = (
  person: Pick<Person, 'call'>,
  text = 'Cluj 12: revin la 03:30.',
): Promise<Id<'handovers'>> => person.call(handover.write, { body: { text } })
