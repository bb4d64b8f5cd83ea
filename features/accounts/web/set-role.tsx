import { useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import type { Me } from '#features/session/contract.ts'
import { useEditing } from '#kit/web/edit/editing.ts'
import { EditingWindow } from '#kit/web/edit/editing-window.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Account, accounts } from '../contract.ts'
import { roleNames, say } from '../copy.ts'
import { AccessFields, type County, isComplete } from './access-fields.tsx'
import { countiesOf } from './access-label.tsx'

/** Whether the current user may create organisers in this organisation. */
export function useMayOrganise({ role }: Me, ngoId: number): boolean {
  const { data = [] } = useQuery(read(accounts.listNgos, {}))
  return role === 'organiser' && data.some(({ id, isOrganiser }) => id === ngoId && isOrganiser)
}

/** Changes an account's role and limits; `account` is its current state. */
export function SetRole({
  account,
  me,
  counties,
  onClose,
}: {
  account: Account
  me: Me
  counties: readonly County[]
  onClose: () => void
}) {
  const { id, account: name, role, countyCodes } = account
  const editing = useEditing({ role, countyCodes }, account)
  const mayOrganise = useMayOrganise(me, account.ngoId)
  const set = useWrite(accounts.setRole, { touches: [accounts.list] })
  const form = useForm(z.object({}), () =>
    editing.save(async (body) => {
      await set.mutateAsync({ params: { id }, body })
      toast.success({ text: t(say.saved) })
      onClose()
      return true
    }),
  )
  return (
    <EditingWindow
      title={t(say.setRoleTitle, { name })}
      form={form}
      submit={t(say.save)}
      editing={editing}
      names={{ role: say.role, countyCodes: say.counties }}
      show={(value) =>
        typeof value === 'string' ? t(roleNames[value]) : countiesOf(value, counties)
      }
      isIncomplete={!isComplete(editing.values)}
      onClose={onClose}
    >
      <p>{t(say.setRoleAbout)}</p>
      <AccessFields
        chosen={editing.values}
        onChoose={editing.onType}
        counties={counties}
        mayOrganise={mayOrganise}
      />
    </EditingWindow>
  )
}
