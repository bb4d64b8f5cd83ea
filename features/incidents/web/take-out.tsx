import { May } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Linkable, useLinks } from './use-links.ts'

type Props = {
  readonly linked: Linkable
  readonly from: Id<'incidents'>
  readonly label: string
  /** What is said once it was taken out, and once it is back. */
  readonly messages: { readonly out: string; readonly back: string }
  readonly onChange?: () => void
}

/** A button that takes a report or a note out of an incident, and offers to put it back. */
export function TakeOut({ linked, from, label, messages, onChange }: Props) {
  const { link, unlink } = useLinks(linked)
  const { isPending, attempt } = useAttempt()
  const remove = () =>
    attempt(async () => {
      await unlink(from)
      onChange?.()
      toast.success({
        text: messages.out,
        undo: async () => {
          await link(from)
          onChange?.()
          return messages.back
        },
      })
    })
  return (
    <May to="review">
      <IconButton
        icon="cross"
        label={label}
        isPending={isPending}
        onPress={remove}
        className="ms-auto"
      />
    </May>
  )
}
