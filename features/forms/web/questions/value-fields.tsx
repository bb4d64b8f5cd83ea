import { memo } from 'react'
import { t } from '#kit/web/language.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { NumberField } from '#kit/web/ui/field/number-field.tsx'
import { say } from '../../copy.ts'
import { useActs } from '../editor/form-editor-acts.ts'
import { type DraftQuestion, hasLimits, highestOf, isScale } from '../editor/form-parts.ts'
import { type Errors, errorOf, fieldId } from '../editor/form-problems.ts'

type Props = { readonly question: DraftQuestion; readonly errors: Errors }

/** The limits and the unit of a number, or the highest of a rating. */
export const ValueFields = memo(({ question, errors }: Props) => {
  const { change } = useActs()
  const { key, kind, unit } = question
  const set = (to: Partial<DraftQuestion>) => change({ type: 'set question', key, to })
  if (isScale(question))
    return (
      <NumberField
        label={t(say.highest)}
        description={t(say.highestWhy)}
        minValue={2}
        maxValue={10}
        value={highestOf(question)}
        onChange={(max) => set({ max })}
        className="sm:max-w-40"
      />
    )
  if (!hasLimits(question)) return null
  const limit = (name: 'min' | 'max', label: string) => (
    <NumberField
      id={fieldId(key, name)}
      label={label}
      formatOptions={{ maximumFractionDigits: kind === 'whole' ? 0 : 6 }}
      value={question[name] ?? Number.NaN}
      error={errorOf(errors, key, name)}
      onChange={(typed) => set({ [name]: Number.isNaN(typed) ? null : typed })}
    />
  )
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {limit('min', t(say.min))}
      {limit('max', t(say.max))}
      <Field
        id={fieldId(key, 'unit')}
        label={t(say.unit)}
        maxLength={50}
        value={unit}
        error={errorOf(errors, key, 'unit')}
        onChange={(to) => set({ unit: to })}
      />
    </div>
  )
})
