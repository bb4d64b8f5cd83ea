import { useNavigate } from '@tanstack/react-router'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { counted } from '../deployment/use-deployment.ts'

/** Copies milestones, shows them among the others, and offers to undo it. */
export function useCopying() {
  const navigate = useNavigate()
  const touches = { touches: [milestones.list, ...counted] }
  const copying = useWrite(milestones.copy, touches)
  const removing = useWrite(milestones.removeSeveral, touches)
  return async (body: CallInput<typeof milestones.copy>['body']): Promise<void> => {
    await tryWithToast(async () => {
      const { added, wrong, ids } = await copying.mutateAsync({ body })
      toast.success({
        text: [
          t(say.copied, { count: added }),
          ...(wrong.length > 0 ? [t(say.copyLeft, { count: wrong.length })] : []),
        ].join(', '),
        undo:
          added > 0 &&
          (async () => {
            const { length: count } = await removing.mutateAsync({ body: { ids } })
            return t(say.removedSeveral, { count })
          }),
      })
      await navigate({ to: '/deployment/milestones' })
    })
  }
}
