import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useElectionId } from '#features/elections/web/use-election.ts'
import { t } from '#kit/web/language.ts'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../../copy.ts'
import { clearBeginning, readBeginning } from '../exchange/beginning.ts'
import { useMayChange } from '../list/use-form-list.ts'
import { FormEditor } from './form-editor.tsx'
import { blankDraft } from './form-parts.ts'

export function NewFormPage() {
  const mayChange = useMayChange()
  const [blank] = useState(blankDraft)
  const [start] = useState(readBeginning)
  useEffect(clearBeginning, [])
  const electionId = useElectionId()
  if (mayChange === undefined || electionId === undefined) return null
  if (mayChange)
    return <FormEditor form={undefined} electionId={electionId} stored={blank} start={start} />
  return (
    <Page title={t(say.newForm)} back={<Link to="/formulare">{t(say.back)}</Link>}>
      <EmptyState icon="info" title={t(say.onlyOrganisers)}>
        <p>{t(say.onlyOrganisersWhy)}</p>
      </EmptyState>
    </Page>
  )
}
