import type { Option, Question } from '#features/forms/contract.ts'
import { isSingleChoice } from '#features/forms/kind-domain.ts'
import { t } from '#kit/web/language.ts'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { say } from '../copy.ts'
import type { Chosen } from './choices.ts'

type Props = {
  readonly option: Option
  /** The key that chooses the option, if any. */
  readonly digit?: string
  readonly question: Question
  readonly chosen: Chosen | undefined
  /** Its text gets the focus once the option is chosen. */
  readonly hasFocus: boolean
  readonly onToggle: () => void
  readonly onType: (value: string) => void
  readonly onTyped?: () => void
}

/** An option to choose, with its text where it takes one. */
export function OptionChoice({ option, digit, question, chosen, hasFocus, ...on }: Props) {
  const { text, isFreeText, flagged } = option
  return (
    <div className="grid gap-1">
      <label className="flex min-h-6 cursor-pointer items-start gap-2 max-sm:py-2.5">
        <input
          type={isSingleChoice(question.questionType) ? 'radio' : 'checkbox'}
          name={`question-${question.id}`}
          checked={chosen !== undefined}
          onChange={on.onToggle}
          className="mt-1 size-4 shrink-0 accent-ours"
        />
        {digit && (
          <span aria-hidden="true" className="max-sm:hidden">
            <Key>{digit}</Key>
          </span>
        )}
        <span className={`min-w-0 wrap-anywhere ${chosen ? 'font-strong' : ''}`}>
          {text}
          {flagged && (
            <span className="ms-2 text-alarm" title={t(say.flagged)}>
              <Icon name="flag" className="inline size-3.5" />
              <span className="sr-only">{t(say.flagged)}</span>
            </span>
          )}
        </span>
      </label>
      {isFreeText && chosen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: leaving the field within.
        <div onBlur={on.onTyped}>
          <TextArea
            label={t(say.optionText, { option: text })}
            value={chosen.value ?? ''}
            onChange={on.onType}
            autoFocus={hasFocus}
            rows={1}
            className="ms-6"
          />
        </div>
      )}
    </div>
  )
}
