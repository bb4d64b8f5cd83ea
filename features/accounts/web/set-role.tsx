import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import type { Me } from '#features/session/contract.ts'
import { read, useWrite } from '#kit/web/api.ts'
import { changedOf } from '#kit/web/editing.ts'
import { useForm } from '#kit/web/form.ts'
import { FormWindow } from '#kit/web/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { toast } from '#kit/web/ui/toasts.ts'
import { type Account, accounts } from '../contract.ts'
import { say } from '../copy.ts'
import {
  type County,
  chosenOf,
  isComplete,
  StandingFields,
  standingOf,
} from './standing-fields.tsx'

/** May the person before the screen make organisers in this organisation? */
export function useMayOrganise({ role }: Me, ngoId: number): boolean {
  const { data = [] } = useQuery(read(accounts.listNgos, {}))
  return role === 'organiser' && data.some(({ id, isOrganiser }) => id === ngoId && isOrganiser)
}

/** What somebody may from now on, and where. */
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
  const { id, account: name, revision } = account
  const [chosen, choose] = useState(chosenOf(account))
  const mayOrganise = useMayOrganise(me, account.ngoId)
  const set = useWrite(accounts.setRole, { touches: [accounts.list] })
  const form = useForm(z.object({}), async () => {
    await set.mutateAsync({
      params: { id },
      body: { ...changedOf(account, standingOf(chosen)), revision },
    })
    toast.success({ title: t(say.success), text: t(say.saved) })
    onClose()
  })
  return (
    <FormWindow
      title={t(say.setRoleTitle, { name })}
      form={form}
      submit={t(say.save)}
      isIncomplete={!isComplete(chosen)}
      onClose={onClose}
    >
      <p>{t(say.setRoleAbout)}</p>
      <StandingFields
        chosen={chosen}
        onChoose={choose}
        counties={counties}
        mayOrganise={mayOrganise}
      />
    </FormWindow>
  )
}
