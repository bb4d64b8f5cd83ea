import { t } from '#kit/web/language.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { say } from '../../copy.ts'
import { useActs } from '../editor/form-editor-acts.ts'
import type { DraftSection, Key } from '../editor/form-parts.ts'
import { fieldId, form } from '../editor/form-problems.ts'

export type Named = Pick<DraftSection, 'code' | 'description'> & {
  readonly codeError: string | undefined
  readonly titleError: string | undefined
}

/** The title of a form, or of one of its sections, where it is optional. */
export function TitleAndCode({ id, ...named }: Named & { readonly id: Key }) {
  const { code, description, codeError, titleError } = named
  const { change } = useActs()
  const isForm = id === form
  const set = (to: Partial<Pick<Named, 'code' | 'description'>>) =>
    change(isForm ? { type: 'set form', to } : { type: 'set section', key: id, to })
  return (
    <>
      <Field
        id={fieldId(id, 'description')}
        label={t(say.title)}
        isRequired={isForm}
        maxLength={isForm ? 500 : 200}
        value={description}
        error={titleError}
        onChange={(to) => set({ description: to })}
      />
      <Field
        id={fieldId(id, 'code')}
        label={t(say.code)}
        isRequired={isForm}
        maxLength={50}
        value={code}
        error={codeError}
        onChange={(to) => set({ code: to })}
      />
    </>
  )
}
