import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type FormMeta, forms } from '../../contract.ts'
import { say } from '../../copy.ts'
import { publishedToast } from '../list/form-acts.ts'
import { isSureOf } from './change-warning.tsx'
import { bodyOf, type Draft, draftOf } from './form-parts.ts'
import { type Errors, errorsFrom, errorsOf } from './form-problems.ts'

type Saving = {
  /** Undefined: it is new. */
  readonly form: FormMeta | undefined
  readonly now: () => Draft
  readonly show: (wrong: Errors) => void
  /** `stored` is the server's form, `sent` the draft it got. */
  readonly onSaved: (stored: Stored) => void
}

export type Stored = { readonly base: Draft; readonly sent: Draft; readonly sections: Sections }
type Sections = Parameters<typeof draftOf>[1]

/** Saves a form, as a draft or published, after confirming the changes for observers. */
export function useSaving({ form, now, show, onSaved }: Saving) {
  const touch = useTouch()
  const navigate = useNavigate()
  const { ask, dialog } = useConfirm()
  const [pending, setPending] = useState<'draft' | 'publication'>()
  const [problem, setProblem] = useState<Problem>()
  const underWay = useRef<Promise<unknown>>(Promise.resolve())
  /** The new form, once it is stored. */
  const added = useRef<FormMeta['id']>(undefined)

  const change = async (id: FormMeta['id'], sent: Draft, draft: boolean) => {
    if (!(await isSureOf(ask, form, { id, ...bodyOf(sent), draft }))) return
    const { revision } = sent
    await call(forms.edit, { body: { id, revision, ...bodyOf(sent), draft } })
    await touch(forms.list, forms.get, forms.whole)
    const whole = await call(forms.whole, { params: { id } })
    // If a colleague has saved since, the merge matches the new parts.
    const isMine = whole.revision === revision + 1
    const base = isMine ? draftOf(whole, whole.formSections) : { ...sent, revision: revision + 1 }
    onSaved({ base, sent, sections: isMine ? whole.formSections : [] })
    toast.success(draft && form?.draft ? { title: t(say.savedDraft) } : publishedToast(sent, draft))
  }

  const add = async (sent: Draft, draft: boolean) => {
    const id = await call(forms.add, { body: { ...bodyOf(sent), draft } })
    added.current = id
    const [whole] = await Promise.all([call(forms.whole, { params: { id } }), touch(forms.list)])
    onSaved({ base: draftOf(whole, whole.formSections), sent, sections: whole.formSections })
    toast.success(draft ? { title: t(say.savedDraft) } : publishedToast(sent, draft))
    await navigate({ to: '/formulare', search: draft ? { tab: 'draft' } : {} })
  }

  const refuse = (failure: unknown, sent: Draft) => {
    if (!(failure instanceof Problem)) throw failure
    if (failure.code === 'thing.changed-meanwhile') void touch(forms.list, forms.whole)
    const wrong = errorsFrom(failure, sent)
    show(wrong)
    setProblem(wrong.size > 0 ? undefined : failure)
  }

  const store = async (draft: boolean) => {
    const sent = now()
    const wrong = errorsOf(sent, { isDraft: draft })
    show(wrong)
    setProblem(undefined)
    if (wrong.size > 0) return
    setPending(draft ? 'draft' : 'publication')
    const id = form?.id ?? added.current
    const work = id === undefined ? add(sent, draft) : change(id, sent, draft)
    await work.catch((failure) => refuse(failure, sent)).finally(() => setPending(undefined))
  }

  /** A save during another waits for it, and builds on the form it stored. */
  const save = (draft: boolean) => {
    const next = () => store(draft)
    underWay.current = underWay.current.then(next, next)
  }
  return { save, pending, problem, dialog }
}
