import { memo } from 'react'
import { t } from '#kit/web/language.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { say } from '../copy.ts'
import { useActs } from './form-editor-acts.ts'
import type { Draft } from './form-parts.ts'
import { type Errors, errorOf, form } from './form-problems.ts'
import { type Named, TitleAndCode } from './title-and-code.tsx'

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

const Marks = memo(({ diaspora, ...named }: Named & Pick<Draft, 'diaspora'>) => {
  const { change } = useActs()
  return (
    <div className="grid gap-3 rounded-md border border-line bg-surface p-4 sm:grid-cols-[1fr_9rem]">
      <TitleAndCode id={form} {...named} />
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
