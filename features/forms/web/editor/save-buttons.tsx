import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { say } from '../../copy.ts'

/** The two ways to save a form. */
export function SaveButtons({
  save,
  pending,
}: {
  save: (isDraft: boolean) => void
  pending: 'draft' | 'publication' | undefined
}) {
  return (
    <>
      <Button isPending={pending === 'draft'} onPress={() => save(true)}>
        {t(say.saveDraft)}
      </Button>
      <Button look="primary" isPending={pending === 'publication'} onPress={() => save(false)}>
        {t(say.publish)}
      </Button>
    </>
  )
}
