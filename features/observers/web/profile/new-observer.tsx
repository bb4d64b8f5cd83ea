import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '#features/session/contract.ts'
import { partOf } from '#kit/contract/field.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { observers } from '../../contract.ts'
import { say } from '../../copy.ts'
import { observerFields } from '../../fields.ts'
import { touched } from '../list/use-deleting.tsx'
import { BackToList } from './back-to-list.tsx'
import { NgoChoice } from './ngo-choice.tsx'
import {
  Fields,
  hints,
  ObserverFields,
  ObserverForm,
  type ObserverFormValues,
} from './observer-form.tsx'
import { PinField } from './pin-field.tsx'

const empty: ObserverFormValues = { ...partOf(observerFields, 'fallback'), pin: '' }

/** A new observer; after adding, the list is shown again. */
export function NewObserver() {
  const [typed, setTyped] = useState(empty)
  const [ngoId, chooseNgo] = useNgo()
  const search = useSearch({ from: '/signed-in/observatori/profil/$state' })
  const navigate = useNavigate()
  const add = useWrite(observers.add, { touches: touched })
  const form = useForm(
    Fields,
    async (fields) => {
      const { isTest } = typed
      await add.mutateAsync({ body: { ...fields, isTest, ...(ngoId && { ngoId }) } })
      toast.success({ text: t(say.added) })
      await navigate({ to: '/observatori', search, ignoreBlocker: true })
    },
    hints,
  )
  const onType = (change: Partial<ObserverFormValues>) => setTyped({ ...typed, ...change })
  const isValid = Fields.safeParse(typed).success && ngoId !== null
  const isDirty = JSON.stringify(typed) !== JSON.stringify(empty)

  return (
    <Page title={t(say.addObserver)} back={<BackToList />}>
      <ObserverForm form={form} isValid={isValid}>
        <ObserverFields typed={typed} onType={onType}>
          <PinField
            label={t(say.pin)}
            description={t(say.pinAbout)}
            value={typed.pin}
            onChange={(pin) => onType({ pin })}
            isRequired
          />
          <NgoChoice value={ngoId} onChange={chooseNgo} />
        </ObserverFields>
      </ObserverForm>
      <Unsaved name={t(say.addObserver)} isDirty={isDirty} />
    </Page>
  )
}

/** The organisation: one's own, until another is chosen. */
function useNgo() {
  const own = useQuery(read(session.me, {})).data?.ngoId
  const [chosen, choose] = useState<string | null>()
  const id = chosen === undefined && own !== undefined ? String(own) : (chosen ?? null)
  return [id, choose] as const
}
