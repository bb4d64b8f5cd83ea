import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { answers, type CompletedAnswer } from '../../contract.ts'
import { corrections } from '../../corrections-contract.ts'
import { type Chosen, chosenIn } from '../choices.ts'
import type { Correctable } from '../filled-form.ts'
import type { ThreadKey } from '../search.ts'
import { say } from './copy.ts'

type Corrected = { readonly options: readonly Chosen[]; readonly reason: string }

const revisionOf = (answer: CompletedAnswer | undefined) => answer?.correction?.revision ?? 0

/** Corrects the answer to a question, or takes the correction back; both can be undone. */
export function useCorrecting(open: ThreadKey, { worded, formVersion, answer }: Correctable) {
  const touches = [answers.filledIn, answers.thread, answers.list]
  const correct = useWrite(corrections.correct, { touches })
  const takeBack = useWrite(corrections.takeBack, { touches })
  const { code } = worded
  const question = {
    observerId: Number(open.observerId) as Id<'observers'>,
    pollingStationId: Number(open.pollingStationId) as Id<'pollingStations'>,
    questionId: worded.id,
  }
  const put = ({ options, reason }: Corrected, was: Seen) =>
    correct.mutateAsync({
      body: {
        ...question,
        ...(formVersion && { formVersion }),
        options: [...options],
        reason,
        was,
      },
    })
  const remove = (revision: number) => takeBack.mutateAsync({ body: { ...question, revision } })

  /** What counted before: an earlier correction, or the observer's own answer. */
  const before = answer?.correction && {
    options: chosenIn(answer),
    reason: answer.correction.reason,
  }
  return {
    /** @param seen the answer that the corrector began from */
    correct: async (corrected: Corrected, seen: CompletedAnswer | undefined) => {
      const was = { options: chosenIn(seen), revision: revisionOf(seen) }
      const { revision } = await put(corrected, was)
      toast.success({
        text: t(say.corrected, { code }),
        undo: async () => {
          if (before) await put(before, { options: [...corrected.options], revision })
          else await remove(revision)
          return t(say.takenBack, { code })
        },
      })
    },
    takeBack: async () => {
      const own = answer?.correction?.own ?? []
      await remove(revisionOf(answer))
      toast.success({
        text: t(say.takenBack, { code }),
        undo: async () => {
          const options = own.map(({ optionId, value }) => ({ optionId, value }))
          if (before) await put(before, { options, revision: 0 })
          return t(say.corrected, { code })
        },
      })
    },
  }
}

type Seen = { readonly options: Chosen[]; readonly revision: number }
