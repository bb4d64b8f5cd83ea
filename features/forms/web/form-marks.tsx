import { memo } from 'react'
import { t } from '#kit/web/language.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { say } from '../copy.ts'
import { useActs } from './form-editor-acts.ts'
import type { Draft } from './form-parts.ts'
import { type Errors, errorOf, fieldId, form } from './form-problems.ts'

/** What the whole form is called, and whom it is for. */
export function FormMarks({ draft, errors }: { draft: Draft; errors: Errors }) {
  const { code, description, diaspora } = draft
  return (
    <Marks
      code={code}
      description={description}
      diaspora={diaspora}
      codeError={errorOf(errors, form, 'code')}
      titleError={errorOf(errors, form, 'description')}
    />
  )
}

type Props = Pick<Draft, 'code' | 'description' | 'diaspora'> & {
  readonly codeError: string | undefined
  readonly titleError: string | undefined
}

const Marks = memo(({ code, description, diaspora, codeError, titleError }: Props) => {
  const { change } = useActs()
  return (
    <div className="grid gap-3 rounded-md border border-line bg-surface p-4 sm:grid-cols-[1fr_9rem]">
      <Field
        id={fieldId(form, 'description')}
        label={t(say.title)}
        isRequired
        maxLength={500}
        value={description}
        error={titleError}
        onChange={(to) => change({ type: 'set form', to: { description: to } })}
      />
      <Field
        id={fieldId(form, 'code')}
        label={t(say.code)}
        isRequired
        maxLength={50}
        value={code}
        error={codeError}
        onChange={(to) => change({ type: 'set form', to: { code: to } })}
      />
      <Checkbox
        isSelected={diaspora}
        onChange={(to) => change({ type: 'set form', to: { diaspora: to } })}
        description={t(say.onlyDiasporaWhy)}
        className="sm:col-span-2"
      >
        {t(say.onlyDiaspora)}
      </Checkbox>
    </div>
  )
})
