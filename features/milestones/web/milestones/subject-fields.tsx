import { useQuery } from '@tanstack/react-query'
import { forms } from '#features/forms/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import { type MilestoneKind, milestoneKinds } from '../../contract.ts'
import { say } from '../../copy.ts'

/** The chosen subject of a milestone; a question also needs its form. */
export type ChosenSubject = {
  readonly kind: MilestoneKind
  readonly formId: Id<'forms'> | null
  readonly questionId: Id<'questions'> | null
  readonly notificationId: Id<'notifications'> | null
}

/** Whether it is chosen in full. */
export const isSubject = ({ kind, formId, questionId, notificationId }: ChosenSubject) =>
  (kind !== 'form' || formId !== null) &&
  (kind !== 'question' || questionId !== null) &&
  (kind !== 'message' || notificationId !== null)

/** The draft for the server, with only the fields of its kind. */
export const subjectOf = ({ kind, formId, questionId, notificationId }: ChosenSubject) => ({
  kind,
  ...(kind === 'form' && { formId }),
  ...(kind === 'question' && { questionId }),
  ...(kind === 'message' && { notificationId }),
})

type Props = {
  readonly value: ChosenSubject
  readonly onChange: (change: Partial<ChosenSubject>) => void
}

export function SubjectFields({ value, onChange }: Props) {
  const { kind } = value
  return (
    <>
      <Select
        label={t(say.what)}
        items={milestoneKinds.map((id) => ({ id, text: t(say[id]) }))}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
      />
      {(kind === 'form' || kind === 'question') && <FormChoice value={value} onChange={onChange} />}
      {kind === 'question' && value.formId !== null && (
        <QuestionChoice value={value} onChange={onChange} formId={value.formId} />
      )}
      {kind === 'message' && <MessageChoice value={value} onChange={onChange} />}
    </>
  )
}

const keyOf = (id: number | null) => (id === null ? null : String(id))

function FormChoice({ value, onChange }: Props) {
  const { data } = useQuery(read(forms.list, { query: {} }))
  return (
    <Select
      label={t(say.whichForm)}
      items={(data?.formVersions ?? []).map(({ id, code, description }) => ({
        id: String(id),
        text: [code, description].filter(Boolean).join(' – '),
      }))}
      value={keyOf(value.formId)}
      onChange={(id) => onChange({ formId: Number(id) as Id<'forms'>, questionId: null })}
    />
  )
}

function QuestionChoice({ value, onChange, formId }: Props & { formId: Id<'forms'> }) {
  const { data } = useQuery(read(forms.get, { params: { id: formId }, query: {} }))
  const questions = (data ?? []).flatMap((section) => section.questions)
  return (
    <Select
      label={t(say.whichQuestion)}
      items={questions.map(({ id, code, text }) => ({
        id: String(id),
        text: [code, text].filter(Boolean).join(' – '),
      }))}
      value={keyOf(value.questionId)}
      onChange={(id) => onChange({ questionId: Number(id) as Id<'questions'> })}
    />
  )
}

function MessageChoice({ value, onChange }: Props) {
  const { data } = useQuery(read(notifications.list, { query: { recipients: false } }))
  return (
    <Select
      label={t(say.whichMessage)}
      items={(data?.data ?? []).map(({ id, title }) => ({ id: String(id), text: title }))}
      value={keyOf(value.notificationId)}
      onChange={(id) => onChange({ notificationId: Number(id) as Id<'notifications'> })}
    />
  )
}
