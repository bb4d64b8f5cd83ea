import * as z from 'zod'
import {
  isCarried,
  knownBlanks,
  longestTitle,
  mostBytes,
  noBlanks,
  ownBlanks,
} from '#features/notifications/domain.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { mostReason } from './review-contract.ts'

/** What the observer is asked to correct. */
export const correctionText = filledLine(mostReason)
  .refine(...knownBlanks(ownBlanks))
  .meta({ examples: ['Câte voturi sunt în procesul-verbal?'] })

export const sendingBack = {
  send: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/send-back',
    access: 'message',
    summary: 'Sends a report back to its observer, with what to correct',
    description:
      'The report needs follow-up until the observer’s next answer there. The text goes to their phone as a message, which waits 30 seconds; undoing the change before then withdraws it.',
    body: z
      .object({
        observerId: id('observers'),
        pollingStationId: id('pollingStations'),
        lastModified: instant,
        revision: whole(0, largestInteger).describe('Of the review that was shown.'),
        title: filledLine(longestTitle)
          .refine(...noBlanks)
          .describe('Of the message.')
          .meta({ examples: ['Raport de corectat: Dej 12'] }),
        message: correctionText,
      })
      .refine(isCarried, {
        path: ['message'],
        message: `Must take, with the title, at most ${mostBytes} bytes`,
      }),
    reply: z.object({ changeId: id('reviewChanges').describe('The act, to undo it.') }),
    problems: ['thing.not-found', 'thing.changed-meanwhile', 'notification.unknown-recipients'],
  }),
}
