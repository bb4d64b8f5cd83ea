import { useState } from 'react'
import type * as z from 'zod'
import { useEditing } from '#kit/web/edit/editing.ts'
import { EditingWindow } from '#kit/web/edit/editing-window.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { accounts, type Ngo, NgoDraft } from '../contract.ts'
import { say } from '../copy.ts'

const Names = NgoDraft.pick({ name: true, shortName: true })
const hints = { name: say.nameExpected, shortName: say.shortNameExpected }

export function AddNgo({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState({ name: '', shortName: '' })
  const add = useWrite(accounts.addNgo, { touches: [accounts.listNgos] })
  const form = useForm(
    Names,
    async (names) => {
      await add.mutateAsync({ body: { ...names, isActive: true } })
      toast.success({ text: t(say.organisationAdded, names) })
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
      <NameFields typed={typed} onType={(change) => setTyped({ ...typed, ...change })} />
    </FormWindow>
  )
}

/** @param ngo its current state. */
export function EditNgo({ ngo, onClose }: { ngo: Ngo; onClose: () => void }) {
  const { id, name, shortName } = ngo
  const editing = useEditing({ name, shortName }, ngo)
  const edit = useWrite(accounts.editNgo, { touches: [accounts.listNgos, accounts.list] })
  const form = useForm(
    Names,
    () =>
      editing.save(async (body) => {
        await edit.mutateAsync({ params: { id }, body })
        toast.success({ text: t(say.saved) })
        onClose()
        return true
      }),
    hints,
  )
  return (
    <EditingWindow
      title={t(say.editOrganisation)}
      form={form}
      submit={t(say.save)}
      editing={editing}
      names={{ name: say.name, shortName: say.shortName }}
      onClose={onClose}
    >
      <NameFields typed={editing.values} onType={editing.onType} />
    </EditingWindow>
  )
}

type NgoFormValues = z.output<typeof Names>

function NameFields({
  typed,
  onType,
}: {
  typed: NgoFormValues
  onType: (change: Partial<NgoFormValues>) => void
}) {
  return (
    <>
      <Field
        label={t(say.name)}
        name="name"
        value={typed.name}
        onChange={(name) => onType({ name })}
        isRequired
      />
      <Field
        label={t(say.shortName)}
        description={t(say.shortNameAbout)}
        name="shortName"
        value={typed.shortName}
        onChange={(shortName) => onType({ shortName })}
        isRequired
      />
    </>
  )
}
