import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Dialog } from '#kit/web/ui/overlay/dialog.tsx'
import { say } from '../../copy.ts'
import { FormPreview } from '../preview/form-preview.tsx'
import { useActs } from './form-editor-acts.ts'
import { FormOutline } from './form-outline.tsx'
import { type Draft, type Key, questionsOf } from './form-parts.ts'
import type { Errors } from './form-problems.ts'

type Props = {
  readonly shown: Draft
  readonly errors: Errors
  readonly unfolded: ReadonlySet<Key>
}

/** Actions for all questions and, on narrow screens, buttons for the panes without room. */
export function EditorTools({ shown, errors, unfolded }: Props) {
  const { unfoldAll } = useActs()
  const [open, setOpen] = useState<'outline' | 'preview'>()
  const count = questionsOf(shown).length
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 className="flex-1 text-large font-strong">{t(say.sections)}</h2>
      <Button size="small" className="xl:hidden" onPress={() => setOpen('outline')}>
        <Icon name="list" />
        {t(say.outline)}
      </Button>
      <Button size="small" className="xl:hidden" onPress={() => setOpen('preview')}>
        <Icon name="eye" />
        {t(say.preview)}
      </Button>
      {/* On a phone a line of their own, both of them. */}
      <div className="flex gap-2 max-sm:basis-full">
        <Button
          size="small"
          look="clear"
          isDisabled={count === 0 || unfolded.size === 0}
          onPress={() => unfoldAll(false)}
        >
          {t(say.collapseAll)}
        </Button>
        <Button
          size="small"
          look="clear"
          isDisabled={unfolded.size >= count}
          onPress={() => unfoldAll(true)}
        >
          {t(say.unfoldAll)}
        </Button>
      </div>
      <Dialog
        title={t(open === 'outline' ? say.outline : say.preview)}
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
      >
        {open === 'outline' ? (
          <FormOutline draft={shown} errors={errors} onGo={() => setOpen(undefined)} />
        ) : (
          <FormPreview draft={shown} />
        )}
      </Dialog>
    </div>
  )
}
