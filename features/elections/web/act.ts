import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { elections, type ListedElection } from '../contract.ts'

type Act = {
  mutateAsync(sent: { params: Pick<ListedElection, 'id'> }): Promise<unknown>
}

/** The data to refetch after an election has changed. */
export const touched = { touches: [elections.list, elections.current] }

/** Runs an action on an election, and shows the result. */
export const act =
  (write: Act, message: Copy) =>
  ({ id, name }: ListedElection) =>
    tryWithToast(async () => {
      await write.mutateAsync({ params: { id } })
      toast.success({ text: t(message, { name }) })
    })
