import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useElectionId } from '#features/elections/web/use-election.ts'
import { Problem } from '#kit/contract/problem.ts'
import { id as idOf } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { type FormMeta, forms, type WholeForm } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useFormLists, useMayChange } from '../list/use-form-list.ts'
import { FormReader } from '../preview/form-reader.tsx'
import { FormEditor } from './form-editor.tsx'
import { draftOf } from './form-parts.ts'

const FormId = idOf('forms')

/** One form: for an organiser to edit, for everybody else to read. */
export function FormPage() {
  const { formId } = useParams({ from: '/signed-in/formulare/$formId' })
  const id = FormId.safeParse(formId)
  return id.success ? <Found key={formId} id={id.data} /> : <NoForm />
}

function Found({ id }: { id: FormMeta['id'] }) {
  const { published, drafts } = useFormLists()
  const content = useQuery({
    ...read(forms.whole, { params: { id } }),
    // Editing starts with the stored form, not with an older cached copy.
    refetchOnMount: 'always',
  })
  /** The form from the lists: a colleague may delete it during editing. */
  const [met, setMet] = useState<FormMeta>()
  const isGone = content.error instanceof Problem && content.error.code === 'thing.not-found'
  if (isGone && !met) return <NoForm />

  return (
    <Loaded query={published}>
      {(some) => (
        <Loaded query={drafts}>
          {(others) => (
            <Loaded query={content}>
              {(whole) => {
                const all = [...some.formVersions, ...others.formVersions]
                const form = all.find((each) => each.id === id)
                if (form && form !== met) setMet(form)
                const known = form ?? met
                if (!known) return <NoForm />
                return <Form form={known} whole={whole} isGone={isGone} />
              }}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type Props = {
  readonly form: FormMeta
  readonly whole: WholeForm
  /** Another user has deleted the form. */
  readonly isGone: boolean
}

function Form({ form, whole, isGone }: Props) {
  const mayChange = useMayChange()
  const electionId = useElectionId()
  const stored = useMemo(() => draftOf(whole, whole.formSections), [whole])
  if (mayChange === undefined || electionId === undefined) return null
  return mayChange ? (
    <FormEditor form={form} electionId={electionId} stored={stored} isGone={isGone} />
  ) : (
    <FormReader form={form} stored={stored} />
  )
}

function NoForm() {
  return (
    <Page title={t(say.noForm)} back={<Link to="/formulare">{t(say.back)}</Link>}>
      <EmptyState icon="list" title={t(say.noForm)}>
        <p>{t(say.noFormWhy)}</p>
      </EmptyState>
    </Page>
  )
}
