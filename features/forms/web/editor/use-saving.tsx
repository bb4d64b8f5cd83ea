import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type * as z from 'zod'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type FormMeta, forms, type Loss } from '../../contract.ts'
import { say } from '../../copy.ts'
import { publishedToast } from '../list/form-acts.ts'
import { contentOf, type Draft, draftOf } from './form-parts.ts'
import { type Errors, errorsFrom, errorsOf } from './form-problems.ts'

type Losses = readonly z.output<typeof Loss>[]

type Saving = {
  /** Undefined: it is new. */
  readonly form: FormMeta | undefined
  readonly now: () => Draft
  readonly show: (wrong: Errors) => void
  /** `stored` is what the server has now, `sent` what it got. */
  readonly onSaved: (stored: Stored) => void
}

export type Stored = { readonly base: Draft; readonly sent: Draft; readonly sections: Sections }
type Sections = Parameters<typeof draftOf>[1]

/** Saves a form, as a draft or published, after a warning about what that would remove. */
export function useSaving({ form, now, show, onSaved }: Saving) {
  const touch = useTouch()
  const navigate = useNavigate()
  const { ask, dialog } = useConfirm()
  const [pending, setPending] = useState<'draft' | 'publication'>()
  const [problem, setProblem] = useState<Problem>()
  const underWay = useRef<Promise<unknown>>(Promise.resolve())
  /** The new form, once it is stored. */
  const added = useRef<FormMeta['id']>(undefined)

  const isSure = async (id: FormMeta['id'], sent: Draft, draft: boolean) => {
    const losses = await call(forms.losses, { body: { id, ...contentOf(sent), draft } })
    const isHiding = draft && form?.draft === false
    if (losses.length === 0 && !isHiding) return true
    return ask({
      title: t(losses.length > 0 ? say.lossTitle : say.hideTitle),
      message: <Warning isHiding={isHiding} losses={losses} />,
      confirm: t(draft ? say.saveAnyway : say.publishAnyway),
      isDeletion: losses.length > 0,
    })
  }

  const change = async (id: FormMeta['id'], sent: Draft, draft: boolean) => {
    if (!(await isSure(id, sent, draft))) return
    const { revision } = sent
    await call(forms.edit, { body: { id, revision, ...contentOf(sent), draft } })
    await touch(forms.list, forms.get, forms.whole)
    const whole = await call(forms.whole, { params: { id } })
    // Where somebody else has saved since, the new parts are matched by the merge.
    const isMine = whole.revision === revision + 1
    const base = isMine ? draftOf(whole, whole.formSections) : { ...sent, revision: revision + 1 }
    onSaved({ base, sent, sections: isMine ? whole.formSections : [] })
    toast.success(draft && form?.draft ? { title: t(say.savedDraft) } : publishedToast(sent, draft))
  }

  const add = async (sent: Draft, draft: boolean) => {
    const id = await call(forms.add, { body: { ...contentOf(sent), draft } })
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

  /** A save requested during another waits for it, and is based on what that one stored. */
  const save = (draft: boolean) => {
    const next = () => store(draft)
    underWay.current = underWay.current.then(next, next)
  }
  return { save, pending, problem, dialog }
}

function Warning({ isHiding, losses }: { isHiding: boolean; losses: Losses }) {
  return (
    <>
      {isHiding && <p>{t(say.hideWhy)}</p>}
      {losses.length > 0 && (
        <>
          <p>{t(say.lossWhy)}</p>
          <ul className="grid max-h-60 list-disc gap-1 overflow-auto ps-5">
            {losses.map(({ kind, id, code, text, answers }) => (
              <li key={`${kind} ${id}`}>
                {t(kind === 'question' ? say.lostQuestion : say.lostOption, { code, text })} –{' '}
                <strong className="font-strong">{t(say.answerCount, { count: answers })}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
