import { useMemo, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { NumberField } from '#kit/web/ui/field/number-field.tsx'
import { isSingleChoice } from '../../kind-domain.ts'
import type { Check } from '../../logic-contract.ts'
import { logicOf } from '../../logic-domain.ts'
import type { GivenAnswer } from '../../operand-domain.ts'
import { isReadable, readValue } from '../../value-domain.ts'
import {
  type Draft,
  type DraftQuestion,
  hasOptions,
  highestOf,
  isScale,
  type Key,
} from '../editor/form-parts.ts'
import { FailedCheck } from '../failed-check.tsx'
import { say } from '../logic/copy.ts'
import { ValueEntry } from '../value-entry.tsx'
import { QuestionHead } from './question-head.tsx'

/** What is filled in on trial, by the key of the question. */
type Typed = { readonly chosen: readonly number[]; readonly text: string }
type Ruled = ReturnType<typeof ruledOf>

/** The form to be filled in on trial: hides and checks as a phone does, and stores nothing. */
export function TryForm({ draft }: { draft: Draft }) {
  const [typed, setTyped] = useState<ReadonlyMap<Key, Typed>>(new Map())
  const [voters, setVoters] = useState<number | null>(null)
  const sections = useMemo(
    () => draft.sections.map((one) => ({ ...one, questions: one.questions.map(ruledOf) })),
    [draft],
  )
  const logic = useMemo(() => logicOf(sections), [sections])
  const outcome = logic?.((question) => answerOf(question, typed.get(question.key)), {
    'station.voters': voters,
  })
  const failedOf = (question: Ruled) =>
    outcome?.failed.flatMap((one) => (one.question === question ? [one.check] : [])) ?? []
  return (
    <>
      <NumberField
        label={t(say.voters)}
        minValue={0}
        value={voters ?? Number.NaN}
        onChange={(to) => setVoters(Number.isNaN(to) ? null : to)}
      />
      {sections.map(({ key, description, questions }) => {
        const shown = questions.filter((question) => !outcome?.hidden.has(question))
        if (shown.length === 0) return null
        return (
          <div key={key} className="space-y-3">
            {description && <p className="font-strong wrap-anywhere text-muted">{description}</p>}
            {shown.map((question) => (
              <Question
                key={question.key}
                question={question}
                typed={typed.get(question.key) ?? nothing}
                failed={failedOf(question)}
                onType={(to) => setTyped(new Map(typed).set(question.key, to))}
              />
            ))}
          </div>
        )
      })}
    </>
  )
}

const nothing: Typed = { chosen: [], text: '' }

/** A question as expressions name it, and as an answer is typed. */
const ruledOf = (question: DraftQuestion) => ({
  ...question,
  draft: question,
  kind: typeof question.kind === 'number' ? ('choice' as const) : question.kind,
  max: isScale(question) ? highestOf(question) : question.max,
  optionsToQuestions: question.options,
})

function answerOf({ kind, unit }: Ruled, typed: Typed = nothing): GivenAnswer | undefined {
  const { chosen } = typed
  if (kind === 'choice') return chosen.length > 0 ? { chosen, value: null } : undefined
  const text = typed.text.trim()
  if (text === '') return undefined
  return { chosen, value: isReadable(kind) ? (readValue({ kind, unit }, text) ?? null) : text }
}

type QuestionProps = {
  readonly question: Ruled
  readonly typed: Typed
  readonly failed: readonly Check[]
  readonly onType: (to: Typed) => void
}

function Question({ question, typed, failed, onType }: QuestionProps) {
  return (
    <fieldset className="grid min-w-0 gap-2 rounded-md border border-line bg-surface p-3">
      <legend className="sr-only">{question.code}</legend>
      <QuestionHead question={question.draft} />
      {hasOptions(question.draft) ? (
        question.options.map((option, place) => (
          <label key={option.key} className="flex items-start gap-2">
            <input
              type={isSingleChoice(question.draft.kind) ? 'radio' : 'checkbox'}
              name={`try ${question.key}`}
              checked={typed.chosen.includes(place)}
              onChange={(event) => onType(chosen(question, typed, place, event.target.checked))}
              className="mt-1 accent-ours"
            />
            <span className="min-w-0 wrap-anywhere">{option.text}</span>
          </label>
        ))
      ) : (
        <ValueEntry
          question={question}
          value={typed.text}
          onType={(text) => onType({ ...typed, text })}
        />
      )}
      <div role="status" className="grid justify-items-start gap-1">
        {failed.map((check) => (
          <FailedCheck key={check.expression} check={check} />
        ))}
      </div>
    </fieldset>
  )
}

function chosen({ draft }: Ruled, typed: Typed, place: number, isChosen: boolean): Typed {
  const others = isSingleChoice(draft.kind) ? [] : typed.chosen.filter((one) => one !== place)
  return { ...typed, chosen: isChosen ? [...others, place] : others }
}
