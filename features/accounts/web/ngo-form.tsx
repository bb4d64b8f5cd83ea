import { useWrite } from '#kit/web/api.ts'
import { changedOf } from '#kit/web/editing.ts'
import { useForm } from '#kit/web/form.ts'
import { FormWindow } from '#kit/web/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { Field } from '#kit/web/ui/field.tsx'
import { toast } from '#kit/web/ui/toasts.ts'
import { accounts, type Ngo, NgoDraft } from '../contract.ts'
import { say } from '../copy.ts'

const Names = NgoDraft.pick({ name: true, shortName: true })
const hints = { name: say.nameExpected, shortName: say.shortNameExpected }

export function AddNgo({ onClose }: { onClose: () => void }) {
  const add = useWrite(accounts.addNgo, { touches: [accounts.listNgos] })
  const form = useForm(
    Names,
    async (names) => {
      await add.mutateAsync({ body: { ...names, isActive: true } })
      toast.success({ title: t(say.success), text: t(say.organisationAdded, names) })
      onClose()
    },
    hints,
  )
  return (
    <FormWindow
      title={t(say.addOrganisation)}
      form={form}
      submit={t(say.addOrganisation)}
      onClose={onClose}
    >
      <NameFields />
    </FormWindow>
  )
}

export function EditNgo({ ngo, onClose }: { ngo: Ngo; onClose: () => void }) {
  const edit = useWrite(accounts.editNgo, { touches: [accounts.listNgos, accounts.list] })
  const form = useForm(
    Names,
    async (names) => {
      const { id, revision } = ngo
      await edit.mutateAsync({ params: { id }, body: { ...changedOf(ngo, names), revision } })
      toast.success({ title: t(say.success), text: t(say.saved) })
      onClose()
    },
    hints,
  )
  return (
    <FormWindow title={t(say.editOrganisation)} form={form} submit={t(say.save)} onClose={onClose}>
      <NameFields ngo={ngo} />
    </FormWindow>
  )
}

function NameFields({ ngo }: { ngo?: Ngo }) {
  return (
    <>
      <Field label={t(say.name)} name="name" defaultValue={ngo?.name ?? ''} isRequired />
      <Field
        label={t(say.shortName)}
        description={t(say.shortNameAbout)}
        name="shortName"
        defaultValue={ngo?.shortName ?? ''}
        isRequired
      />
    </>
  )
}
