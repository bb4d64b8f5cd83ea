import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { Form } from 'react-aria-components'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { read } from '#kit/web/read/api.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Alert, Field } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { CountyDraft, places } from '../contract.ts'
import { say } from '../copy.ts'

/** The values of the fields. */
export type CountyFormValues = {
  readonly name: string
  readonly code: string
  readonly numberOfPollingStations: string
  readonly diaspora: boolean
  /** Null: the first of them. */
  readonly provinceCode: string | null
}

const Fields = CountyDraft.pick({ name: true, code: true, numberOfPollingStations: true })

const hints = {
  name: say.nameExpected,
  code: say.codeExpected,
  numberOfPollingStations: say.countExpected,
}

type Props = {
  readonly typed: CountyFormValues
  readonly onType: (change: Partial<CountyFormValues>) => void
  /** The county is new: the user may still choose its province. */
  readonly isNew: boolean
  /** Its fields are read-only. */
  readonly isDisabled: boolean
  /** Its stations are numbered 1 to their count, which may be typed. */
  readonly isCounted?: boolean
  /** Its stations belong to areas below it. */
  readonly hasAreas?: boolean
  /** An edit conflict has to be resolved first. */
  readonly isUndecided?: boolean
  readonly onSave: (draft: CountyDraft) => unknown
  readonly children?: ReactNode
}

/** A county's fields; a refusal is shown beside its field. */
export function CountyForm({
  typed,
  onType,
  isNew,
  isDisabled,
  isCounted = true,
  hasAreas = false,
  isUndecided = false,
  onSave,
  children,
}: Props) {
  const form = useForm(
    Fields,
    (fields) => {
      const { diaspora, provinceCode } = typed
      return onSave({ ...fields, diaspora, ...(isNew && provinceCode && { provinceCode }) })
    },
    hints,
  )
  const { problem, errors } = form
  const field = problem && fieldOf[problem.code]
  // The same object until something is refused anew: typing clears an error.
  const refused = useMemo(
    () => (problem && field ? { ...errors, [field]: explain(problem) } : errors),
    [errors, problem, field],
  )
  const text = (name: keyof typeof hints) => ({
    name,
    value: typed[name],
    onChange: (value: string) => onType({ [name]: value }),
    isDisabled,
    maxLength: 256,
    autoComplete: 'off',
  })
  return (
    <Form
      aria-label={t(say.county)}
      validationBehavior="aria"
      validationErrors={refused}
      onSubmit={form.submit}
      className="grid max-w-xl gap-4 rounded-md border border-line bg-surface p-4 sm:p-6"
    >
      {children}
      <Field {...text('name')} label={t(say.name)} />
      <Field {...text('code')} label={t(say.code)} />
      {isNew && (
        <ProvinceChoice
          code={typed.provinceCode}
          onChange={(provinceCode) => onType({ provinceCode })}
        />
      )}
      <Field
        {...text('numberOfPollingStations')}
        label={t(say.stationCount)}
        description={t(hasAreas ? say.countOfAreas : isCounted ? say.countAbout : say.countOfList)}
        inputMode="numeric"
        maxLength={6}
        isDisabled={isDisabled || hasAreas || !isCounted}
      />
      <Checkbox
        isSelected={typed.diaspora}
        onChange={(diaspora) => onType({ diaspora })}
        isDisabled={isDisabled}
        description={t(say.diasporaAbout)}
      >
        {t(say.diaspora)}
      </Checkbox>
      {/* Otherwise both sides are shown instead. */}
      <Alert>{problem && !field && !isUndecided && explain(problem)}</Alert>
      {isDisabled ? (
        <p className="text-small text-muted">{t(say.readOnly)}</p>
      ) : (
        <Buttons isPending={form.isPending} isUndecided={isUndecided} />
      )}
    </Form>
  )
}

/** The field of a server's refusal. */
const fieldOf: Readonly<Record<string, string>> = {
  'county.code-taken': 'code',
  'county.stations-have-data': 'numberOfPollingStations',
  'county.counts-its-areas': 'numberOfPollingStations',
}

function Buttons({ isPending, isUndecided }: { isPending: boolean; isUndecided: boolean }) {
  return (
    <div className="flex flex-wrap gap-2 pt-2">
      <Button type="submit" look="primary" isPending={isPending} isDisabled={isUndecided}>
        {t(say.save)}
      </Button>
      <Link to="/polling-stations" className={buttonClass('plain')}>
        {t(say.cancel)}
      </Link>
    </div>
  )
}

/** Chooses the area above the county, if there are several. */
function ProvinceChoice({
  code,
  onChange,
}: {
  code: string | null
  onChange: (code: string) => void
}) {
  const { data = [] } = useQuery(read(places.provinces, {}))
  if (data.length < 2) return null
  return (
    <Select
      label={t(say.province)}
      items={data.map((province) => ({ id: province.code, text: province.name }))}
      value={code ?? data[0]?.code ?? null}
      onChange={onChange}
    />
  )
}
