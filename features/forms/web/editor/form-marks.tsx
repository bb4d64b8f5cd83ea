import { memo } from 'react'
import { t } from '#kit/web/language.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { say } from '../../copy.ts'
import { type Named, TitleAndCode } from '../questions/title-and-code.tsx'
import { useActs } from './form-editor-acts.ts'
import type { Draft } from './form-parts.ts'
import { type Errors, errorOf, fieldId, form } from './form-problems.ts'

/** The form's title, purpose, and audience. */
export function FormMarks({ draft, errors }: { draft: Draft; errors: Errors }) {
  const { code, description, details, diaspora, series } = draft
  return (
    <Marks
      code={code}
      description={description}
      details={details}
      diaspora={diaspora}
      series={series}
      codeError={errorOf(errors, form, 'code')}
      titleError={errorOf(errors, form, 'description')}
      detailsError={errorOf(errors, form, 'details')}
    />
  )
}

type MarksProps = Named &
  Pick<Draft, 'details' | 'diaspora' | 'series'> & { readonly detailsError: string | undefined }

const Marks = memo(({ details, detailsError, diaspora, series, ...named }: MarksProps) => {
  const { change } = useActs()
  return (
    <div className="grid gap-3 rounded-md border border-line bg-surface p-4 sm:grid-cols-[1fr_9rem]">
      <TitleAndCode id={form} {...named} />
      <TextArea
        id={fieldId(form, 'details')}
        label={t(say.details)}
        description={t(say.detailsWhy)}
        rows={2}
        maxLength={2000}
        value={details}
        error={detailsError}
        onChange={(to) => change({ type: 'set form', to: { details: to } })}
        className="sm:col-span-2"
      />
      <Checkbox
        isSelected={diaspora}
        onChange={(to) => change({ type: 'set form', to: { diaspora: to } })}
        description={t(say.onlyDiasporaWhy)}
        className="sm:col-span-2"
      >
        {t(say.onlyDiaspora)}
      </Checkbox>
      <Checkbox
        isSelected={series}
        onChange={(to) => change({ type: 'set form', to: { series: to } })}
        description={t(say.seriesWhy)}
        className="sm:col-span-2"
      >
        {t(say.series)}
      </Checkbox>
    </div>
  )
})
