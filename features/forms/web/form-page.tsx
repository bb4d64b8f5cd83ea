import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { id as idOf } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import { read } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { Loaded, Nothing } from '#kit/web/ui/states.tsx'
import { type FormMeta, forms, type WholeForm } from '../contract.ts'
import { say } from '../copy.ts'
import { FormEditor } from './form-editor.tsx'
import { draftOf } from './form-parts.ts'
import { FormReader } from './form-reader.tsx'
import { useFormLists, useMayChange } from './use-form-list.ts'

const FormId = idOf('forms')

/** One form: to be written on by an organiser, to be read by everybody else. */
export function FormPage() {
  const { formId } = useParams({ from: '/signed-in/formulare/$formId' })
  const id = FormId.safeParse(formId)
  return id.success ? <Found key={formId} id={id.data} /> : <NoForm />
}

function Found({ id }: { id: FormMeta['id'] }) {
  const { published, drafts } = useFormLists()
  const content = useQuery({
    ...read(forms.whole, { params: { id } }),
    // Whoever writes begins with what is stored now, not with what was read a while ago.
    refetchOnMount: 'always',
  })
  if (content.error instanceof Problem && content.error.code === 'thing.not-found')
    return <NoForm />

  return (
    <Loaded query={published}>
      {(some) => (
        <Loaded query={drafts}>
          {(others) => (
            <Loaded query={content}>
              {(whole) => {
                const all = [...some.formVersions, ...others.formVersions]
                const form = all.find((each) => each.id === id)
                return form ? <Form form={form} whole={whole} /> : <NoForm />
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
}

function Form({ form, whole }: Props) {
  const mayChange = useMayChange()
  const stored = useMemo(() => draftOf(whole, whole.formSections), [whole])
  if (mayChange === undefined) return null
  return mayChange ? (
    <FormEditor form={form} stored={stored} />
  ) : (
    <FormReader form={form} stored={stored} />
  )
}

function NoForm() {
  return (
    <Page title={t(say.noForm)} back={<Link to="/formulare">{t(say.back)}</Link>}>
      <Nothing icon="list" title={t(say.noForm)}>
        <p>{t(say.noFormWhy)}</p>
      </Nothing>
    </Page>
  )
}
