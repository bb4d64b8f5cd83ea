import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { type CountyDraft, places } from '../contract.ts'
import { say } from '../copy.ts'
import { CountyForm, type CountyFormValues } from './county-form.tsx'
import { touched, useMayChange } from './use-counties.ts'

const empty: CountyFormValues = {
  name: '',
  code: '',
  numberOfPollingStations: '',
  diaspora: false,
  provinceCode: null,
}

/** A new county; after adding, the list is shown again. */
export function NewCountyPage() {
  const [typed, setTyped] = useState(empty)
  const navigate = useNavigate()
  const mayChange = useMayChange()
  const add = useWrite(places.addCounty, { touches: touched })

  const save = async (draft: CountyDraft) => {
    await add.mutateAsync({ body: draft })
    toast.success({ text: t(say.added) })
    await navigate({ to: '/polling-stations', ignoreBlocker: true })
  }
  return (
    <Page title={t(say.newCounty)} back={<Link to="/polling-stations">{t(say.back)}</Link>}>
      <CountyForm
        typed={typed}
        onType={(change) => setTyped({ ...typed, ...change })}
        isNew
        isDisabled={mayChange === false}
        onSave={save}
      />
      <Unsaved name={t(say.newCounty)} isDirty={JSON.stringify(typed) !== JSON.stringify(empty)} />
    </Page>
  )
}
