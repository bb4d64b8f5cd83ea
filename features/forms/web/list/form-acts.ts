import { t } from '#kit/web/language.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type FormMeta, forms } from '../../contract.ts'
import { say } from '../../copy.ts'
import { nameOf, refused } from './use-form-list.ts'

/** Actions on a form from outside; each shows its result. */
export function useFormActs() {
  const touch = useTouch()

  /** Returns whether it succeeded. */
  const act = async (work: () => Promise<unknown>, onDone: () => void): Promise<boolean> => {
    try {
      await work()
      await touch(forms.list, forms.get, forms.whole)
      onDone()
      return true
    } catch (failure) {
      refused(failure)
      return false
    }
  }

  const restore = (form: FormMeta) =>
    act(
      () => call(forms.restore, { params: { id: form.id } }),
      () => toast.success({ title: t(say.restored, { name: nameOf(form) }) }),
    )

  const remove = (form: FormMeta) =>
    act(
      () => call(forms.remove, { query: { formId: form.id } }),
      () =>
        toast.success({ title: t(say.deleted, { name: nameOf(form) }), undo: () => restore(form) }),
    )

  /** Shows it to the phones, or hides it from them; its content stays the same. */
  const setDraft = (form: Pick<FormMeta, 'id' | 'code' | 'description'>, draft: boolean) =>
    act(
      () => call(forms.edit, { body: { id: form.id, draft } }),
      () => toast.success(publishedToast(form, draft)),
    )

  return { remove, restore, setDraft }
}

/** Shown once a form is published, or unpublished. */
export const publishedToast = (form: Pick<FormMeta, 'code' | 'description'>, isDraft: boolean) => {
  const name = nameOf(form)
  return isDraft
    ? { title: t(say.unpublished, { name }), text: t(say.unpublishedWhy) }
    : { title: t(say.published, { name }), text: t(say.publishedWhy) }
}
