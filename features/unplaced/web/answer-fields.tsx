import { useState } from 'react'
import type { Question } from '#features/forms/contract.ts'
import { t } from '#kit/web/language.ts'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { say } from '../copy.ts'

type Props = {
  readonly questionId: number | undefined
  readonly questions: ReadonlyMap<number, Question>
  readonly optionId: string | null
  readonly onChange: (optionId: string | null) => void
}

/** Fields for the intended answer, and for its question if no form has the one that was sent. */
export function AnswerFields({ questionId, questions, optionId, onChange }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const sent = questions.get(questionId ?? 0)
  const options = (sent ?? questions.get(Number(chosen)))?.optionsToQuestions ?? []
  return (
    <>
      {!sent && (
        <>
          <p className="text-small text-muted">{t(say.noQuestion)}</p>
          <Choice
            key={`questions-${questions.size}`}
            label={t(say.question)}
            items={[...questions.values()].map(({ id, code, text }) => ({
              id: String(id),
              text: `${code} – ${text}`,
            }))}
            value={chosen}
            onChange={(id) => {
              setChosen(id)
              onChange(null)
            }}
            isDisabled={questions.size === 0}
            isRequired
          />
        </>
      )}
      <Select
        key={chosen ?? ''}
        label={t(say.option)}
        items={options.map(({ optionId: id, text }) => ({ id: String(id), text }))}
        value={optionId}
        onChange={onChange}
        isRequired
      />
    </>
  )
}
