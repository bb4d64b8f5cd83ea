import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import { forms } from '../contract.ts'
import { say } from '../copy.ts'
import { nameOf } from './list/use-form-list.ts'

/** Narrows a list to the reports with an answer: a form, then its question, then the option. */
export function OptionFilter({ onChange }: { onChange: (optionId: Id<'options'>) => void }) {
  const [formId, setForm] = useState<string | null>(null)
  const [questionId, setQuestion] = useState<string | null>(null)
  const { formVersions = [] } = useQuery(read(forms.list, { query: {} })).data ?? {}
  const { data: sections } = useQuery({
    ...read(forms.get, { params: { id: Number(formId) as Id<'forms'> }, query: {} }),
    enabled: formId !== null,
  })
  const questions = sections?.flatMap((section) => section.questions) ?? []
  const question = questions.find(({ id }) => String(id) === questionId)
  return (
    <>
      <Select
        label={t(say.ofForm)}
        items={formVersions.map((form) => ({ id: String(form.id), text: nameOf(form) }))}
        value={formId}
        onChange={(id) => {
          setForm(id)
          setQuestion(null)
        }}
      />
      <Select
        label={t(say.ofQuestion)}
        items={questions.map(({ id, code, text }) => ({
          id: String(id),
          text: `${code} – ${text}`,
        }))}
        value={questionId}
        onChange={setQuestion}
        isDisabled={questions.length === 0}
      />
      <Select
        // Chosen anew each time: the active answer is named beside.
        key={questionId}
        label={t(say.chosenOption)}
        items={(question?.optionsToQuestions ?? []).map(({ id, text }) => ({
          id: String(id),
          text,
        }))}
        value={null}
        onChange={(id) => onChange(Number(id) as Id<'options'>)}
        isDisabled={question === undefined}
      />
    </>
  )
}
