import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { useUnsavedWork } from '#kit/web/ui/overlay/unsaved.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import type { FormMeta } from '../../contract.ts'
import { say } from '../../copy.ts'
import { draftOfNew } from '../exchange/beginning.ts'
import { Beginnings } from '../exchange/beginnings.tsx'
import { FormLinks } from '../exchange/form-links.tsx'
import { useFormActs } from '../list/form-acts.ts'
import { nameOf } from '../list/use-form-list.ts'
import { Notes, notesOn } from '../logic/logic-notes.ts'
import { FormPaper } from '../preview/form-paper.tsx'
import { FormPreview } from '../preview/form-preview.tsx'
import { PredefinedOptions } from '../questions/predefined-options.tsx'
import { SectionList } from '../questions/section-list.tsx'
import { EditorBars } from './editor-bars.tsx'
import { WithActs } from './form-editor-acts.ts'
import { FormMarks } from './form-marks.tsx'
import { FormOutline } from './form-outline.tsx'
import { type Draft, isSame, questionsOf } from './form-parts.ts'
import { forget, keyOf } from './kept-draft.ts'
import { MergeWindow } from './merge-window.tsx'
import { SaveButtons } from './save-buttons.tsx'
import { useDraftStorage } from './use-draft-storage.ts'
import { useFormEditor } from './use-form-editor.ts'
import { useSaving } from './use-saving.tsx'

type Props = {
  /** Undefined: it is new. */
  readonly form: FormMeta | undefined
  readonly electionId: Id<'elections'>
  /** The stored form; it may change during editing. */
  readonly stored: Draft
  /** What a new form begins with; undefined: with nothing. */
  readonly start?: Draft | undefined
  /** Another user has deleted the form. */
  readonly isGone?: boolean
}

/** The form editor: outline on the left, the form, and a preview on the right. */
export function FormEditor({ form, electionId, stored, start = stored, isGone = false }: Props) {
  const [key] = useState(() => keyOf(form?.id, electionId))
  const { base, baseNow, setBase } = useBase(stored)
  const { draft, now, errors, show, unfolded, choosing, acts, replace } = useFormEditor(start)
  const { restore } = useFormActs()
  const saving = useSaving({
    form,
    now,
    show,
    onSaved: (saved) => {
      if (saved.sections.length > 0)
        acts.change({ type: 'adopt', sent: saved.sent, stored: saved.sections })
      acts.change({ type: 'set form', to: { revision: saved.base.revision } })
      setBase(saved.base)
      forget(key)
    },
  })
  const goOn = ({ draft: by, base: from }: { draft: Draft; base: Draft }) => {
    setBase(from)
    replace(by)
  }
  const keeping = useDraftStorage({ form: key, draft, now, base: baseNow, resume: goOn })
  const take = (theirs: Draft) => goOn({ draft: theirs, base: theirs })
  // Panes around the fields update deferred, so that a typed letter appears at once.
  const shown = useDeferredValue(draft)
  const notes = useMemo(() => notesOn(shown), [shown])
  const isUnsaved = useMemo(() => !isSame(shown, base), [shown, base])
  // Not during a mere refetch: a choice being made would disappear with its bar.
  const isForeign = stored.revision > base.revision && saving.pending === undefined
  // Publishing or hiding with the same content needs no decision either.
  const isUndisturbed = isForeign && (isSame(draft, base) || isSame(stored, base))
  useFollowing(isUndisturbed ? stored : undefined, (theirs) => {
    const by = isSame(now(), baseNow()) ? theirs : { ...now(), revision: theirs.revision }
    goOn({ draft: by, base: theirs })
  })
  useUndoKey(acts.undo)
  const title = form ? nameOf(form) : t(say.newForm)
  useUnsavedWork({ name: title, isDirty: isUnsaved, isKept: true })

  const buttons = <SaveButtons save={saving.save} pending={saving.pending} />
  return (
    <WithActs value={acts}>
      <Page
        isFilled
        title={title}
        back={<Link to="/formulare">{t(say.back)}</Link>}
        count={<State form={form} draft={shown} isUnsaved={isUnsaved} />}
        actions={<div className="flex flex-wrap gap-2 max-lg:hidden">{buttons}</div>}
      >
        <EditorBars
          keeping={keeping}
          bringBack={form && isGone ? () => void restore(form) : undefined}
          theirs={isForeign && isUnsaved && !isUndisturbed ? () => take(stored) : undefined}
          meanwhile={
            <MergeWindow
              base={base}
              now={now}
              theirs={stored}
              onMerged={(by) => goOn({ draft: by, base: stored })}
            />
          }
          mistakes={errors.size}
          problem={saving.problem}
        />
        <FormPaper draft={draft} />
        <div className="grid min-h-0 flex-1 bg-page print:hidden xl:grid-cols-[13rem_minmax(0,1fr)_23rem] xl:grid-rows-[minmax(0,1fr)]">
          <div className="overflow-y-auto border-e border-line bg-surface p-4 max-xl:hidden print:hidden">
            <FormOutline draft={shown} errors={errors} />
          </div>
          <div className="grid min-w-0 content-start gap-4 px-4 py-4 sm:px-6 lg:overflow-y-auto">
            {!form && !isUnsaved && <Beginnings onBegin={(by) => replace(draftOfNew(by))} />}
            <FormMarks draft={draft} errors={errors} />
            <Notes value={notes}>
              <SectionList draft={draft} shown={shown} errors={errors} unfolded={unfolded} />
            </Notes>
          </div>
          <aside
            aria-label={t(say.preview)}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and without it no key would scroll it.
            tabIndex={0}
            className="overflow-y-auto border-s border-line bg-surface p-4 outline-offset-[-2px] max-xl:hidden print:hidden"
          >
            <FormPreview draft={shown} />
          </aside>
        </div>
        <div className="sticky bottom-0 z-10 flex gap-2 border-t border-line bg-surface px-4 py-2 lg:hidden print:hidden [&>*]:h-11 [&>*]:flex-1">
          {buttons}
        </div>
        {saving.dialog}
        <PredefinedOptions question={choosing} />
      </Page>
    </WithActs>
  )
}

/** The newest stored form that the editor knows, also between two renders. */
function useBase(start: Draft) {
  const [base, draw] = useState(start)
  const latest = useRef(start)
  return {
    base,
    baseNow: () => latest.current,
    setBase: (next: Draft) => {
      latest.current = next
      draw(next)
    },
  }
}

/** Loads a colleague's saved version if it overwrites no input here. */
function useFollowing(theirs: Draft | undefined, take: (theirs: Draft) => void) {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (theirs) latest.current(theirs)
  }, [theirs])
}

/** Ctrl+Z restores the last removed part, outside fields, where the browser has nothing to undo. */
function useUndoKey(undo: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea')
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
      if (!isUndo || isTyping) return
      event.preventDefault()
      undo()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [undo])
}

function State({
  form,
  draft,
  isUnsaved,
}: {
  form: FormMeta | undefined
  draft: Draft
  isUnsaved: boolean
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2 print:hidden">
      {form?.draft === false ? (
        <Badge tone="done" icon="check">
          {t(say.isPublished, { version: form.currentVersion })}
        </Badge>
      ) : (
        <Badge icon="pencil">{t(say.isDraft)}</Badge>
      )}
      {t(say.questionCount, { count: questionsOf(draft).length })}
      {isUnsaved && <Badge tone="attention">{t(say.unsaved)}</Badge>}
      {form && (
        <Link
          to="/history"
          search={{ subject: 'forms', subjectId: form.id }}
          className="inline-flex min-h-6 items-center gap-1 text-small text-ours underline print:hidden"
        >
          <Icon name="clock" />
          {t(say.history)}
        </Link>
      )}
      {form && <FormLinks id={form.id} />}
    </span>
  )
}
