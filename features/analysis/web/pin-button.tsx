import { useQuery } from '@tanstack/react-query'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import type { AnalysedQuestion } from '../contract.ts'
import { say } from '../copy.ts'
import { pinnedQuestions } from '../pins-contract.ts'

const touches = { touches: [pinnedQuestions.list] }

/** Pins a question to the statistics page, or unpins it. */
export const PinButton = ({ question }: { question: AnalysedQuestion }) => (
  <May to="set-up">
    <Pinning question={question} />
  </May>
)

function Pinning({ question: { id, code } }: { question: AnalysedQuestion }) {
  const { data } = useQuery(read(pinnedQuestions.list, {}))
  const pin = useWrite(pinnedQuestions.pin, touches)
  const unpin = useWrite(pinnedQuestions.unpin, touches)
  const isPinned = data?.some(({ question }) => question.id === id)
  const params = { questionId: id }
  const toggle = async () => {
    if (!isPinned) {
      await pin.mutateAsync({ params, body: {} })
      return toast.success({ text: t(say.isPinned, { code }) })
    }
    await unpin.mutateAsync({ params })
    toast.success({
      text: t(say.isUnpinned, { code }),
      undo: async () => {
        await pin.mutateAsync({ params, body: { isUndo: true } })
        return t(say.pinnedAgain)
      },
    })
  }
  return (
    <Button
      look="clear"
      size="small"
      isDisabled={data === undefined}
      isPending={pin.isPending || unpin.isPending}
      aria-label={t(isPinned ? say.unpinOf : say.pinOf, { code })}
      onPress={() => void tryWithToast(toggle)}
    >
      {t(isPinned ? say.unpin : say.pin)}
    </Button>
  )
}
