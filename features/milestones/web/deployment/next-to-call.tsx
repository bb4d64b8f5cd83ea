import { useNavigate, useParams } from '@tanstack/react-router'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { Button, type ButtonLook } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { milestones } from '../../contract.ts'
import { say } from '../../copy.ts'

type Filter = CallInput<typeof milestones.nextToCall>['body']

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that the observer on the page was taken from. */
    toCall?: Filter
  }
}

/** Takes the next observer of a list to call, and opens their page. */
export function useNextToCall() {
  const navigate = useNavigate()
  const { observerId: open } = useParams({ strict: false })
  const take = useWrite(milestones.nextToCall, { touches: [] })
  return async (filter: Filter): Promise<void> => {
    const { observerId } = await take.mutateAsync({ body: filter })
    if (observerId === null) {
      toast.warning({ text: t(say.noneToCall) })
      return
    }
    // The caller gets the same one until the call is logged.
    if (String(observerId) === open) {
      toast.warning({ text: t(say.logFirst) })
      return
    }
    await navigate({
      to: '/observatori/profil/$state/id/$observerId',
      params: { state: 'view', observerId: String(observerId) },
      state: { toCall: filter },
    })
  }
}

export function NextToCall({ filter, look = 'plain' }: { filter: Filter; look?: ButtonLook }) {
  const call = useNextToCall()
  const { isPending, attempt } = useAttempt()
  return (
    <Button look={look} isPending={isPending} onPress={() => attempt(() => call(filter))}>
      <Icon name="phone" />
      {t(say.nextToCall)}
    </Button>
  )
}
