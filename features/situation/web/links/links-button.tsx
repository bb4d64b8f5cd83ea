import { Suspense, useState } from 'react'
import { May } from '#features/session/web/may.tsx'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'

// A wall does not need the forms of this dialog.
const LinksDialog = deferred(async () => (await import('./links-dialog.tsx')).LinksDialog)

/** Opens the wall links, for those who set up the election. */
export function LinksButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <May to="set-up">
      <Button size="small" onPress={() => setOpen(true)}>
        <Icon name="out" />
        {t(say.links)}
      </Button>
      <Suspense>{isOpen && <LinksDialog onClose={() => setOpen(false)} />}</Suspense>
    </May>
  )
}
