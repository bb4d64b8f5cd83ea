import { useState } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { RadioChoice } from '#kit/web/ui/field/radio-choice.tsx'
import { type Sharing, sharings, ViewDraft, views } from '../contract.ts'
import { say, sharingHints, sharingNames } from './copy.ts'

const Named = ViewDraft.pick({ name: true })

/** Asks for the name of a list, and who may see it. */
export function KeepWindow({
  list,
  search,
  onClose,
}: Pick<ViewDraft, 'list' | 'search'> & { onClose: () => void }) {
  const [name, setName] = useState('')
  const [sharing, setSharing] = useState<Sharing>('own')
  const seesAll = useMay('set-up') === true
  const keep = useWrite(views.keep, { touches: [views.list] })
  const form = useForm(
    Named,
    async (named) => {
      await keep.mutateAsync({ body: { ...named, list, search, sharing } })
      toast.success({ text: t(say.kept, named) })
      onClose()
    },
    { name: say.nameExpected },
  )
  return (
    <FormWindow title={t(say.title)} form={form} submit={t(say.submit)} onClose={onClose}>
      <Field label={t(say.name)} name="name" value={name} onChange={setName} isRequired />
      <RadioChoice
        legend={t(say.sharing)}
        name="sharing"
        items={sharings
          .filter((one) => one !== 'everybody' || seesAll)
          .map((id) => ({ id, title: t(sharingNames[id]), about: t(sharingHints[id]) }))}
        value={sharing}
        onChange={setSharing}
      />
    </FormWindow>
  )
}
