import { useQuery } from '@tanstack/react-query'
import { forms } from '#features/forms/contract.ts'
import { places } from '#features/places/contract.ts'
import { useAreaPath } from '#features/places/web/use-area-path.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import { type Chip, FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { say } from '../../copy.ts'
import type { DifferingQuestion } from '../../differences-contract.ts'
import { DifferencesSearch } from './search.ts'
import { leftOutIn, useDifferences, useDifferencesSearch } from './use-differences.ts'

const any = ''
const width = 'w-48 max-sm:w-full'

const stateNames = {
  open: say.isOpen,
  reopened: say.isReopened,
  settled: say.isSettled,
  all: say.anyStanding,
} as const

/** The filters of the list. */
export function DifferenceFilters() {
  const { search, go } = useDifferencesSearch()
  const { state } = search
  return (
    <FilterBar onChange={go} chips={useChips()}>
      <Select
        label={t(say.state)}
        items={[
          { id: any, text: t(say.unsettled) },
          ...Object.entries(stateNames).map(([id, name]) => ({ id, text: t(name) })),
        ]}
        value={state ?? any}
        onChange={(id) => go({ state: DifferencesSearch.shape.state.parse(id || undefined) })}
        className="w-36 max-sm:w-full"
      />
      <Places />
      <Forms />
      <Questions />
    </FilterBar>
  )
}

function useChips(): readonly Chip<Partial<DifferencesSearch>>[] {
  const { search } = useDifferencesSearch()
  const { state, areaId, formId, questionId } = search
  const area = useAreaPath(areaId).at(-1)
  const form = useForms().find(({ id }) => String(id) === formId)
  const known = useDifferences().data?.questions ?? []
  const codeOf = (id: string) =>
    known.find((one) => String(one.questionId) === id)?.questionCode ?? id
  const leftOut = leftOutIn(search)
  return [
    { label: t(say.state), value: state && t(stateNames[state]), without: { state: undefined } },
    {
      label: t(say.county),
      value: areaId && (area?.name ?? areaId),
      without: { areaId: undefined },
    },
    {
      label: t(say.form),
      value: formId && (form?.code || form?.description || formId),
      without: { formId: undefined, questionId: undefined },
    },
    {
      label: t(say.question),
      value: questionId && codeOf(questionId),
      without: { questionId: undefined },
    },
    ...leftOut.map((id) => ({
      value: t(say.leftOut, { code: codeOf(id) }),
      without: { without: leftOut.filter((one) => one !== id).join('.') || undefined },
    })),
  ]
}

/** A county and, if it is divided, one of its municipalities. */
function Places() {
  const { search, go } = useDifferencesSearch()
  const counties = useQuery({ ...read(places.counties, {}), staleTime: 300_000 }).data ?? []
  const path = useAreaPath(search.areaId)
  const county = counties.find(({ id }) => path.some((area) => area.id === id))
  const parts = useQuery({
    ...read(places.municipalitiesOfCounty, { params: { code: county?.code ?? '' } }),
    enabled: county !== undefined,
    staleTime: 300_000,
  })
  const inner = (parts.data ?? []).filter(({ id }) => id !== county?.id)
  const isKnown = counties.length > 0
  return (
    <>
      <Select
        label={t(say.county)}
        items={[
          { id: any, text: t(say.anyCounty) },
          ...counties.map(({ id, name }) => ({ id: String(id), text: name })),
        ]}
        value={isKnown && search.areaId ? String(county?.id ?? '') || null : any}
        onChange={(areaId) => go({ areaId: areaId || undefined })}
        className={width}
      />
      {county && inner.length > 0 && (
        <Select
          label={t(say.municipality)}
          items={[
            { id: any, text: t(say.anyMunicipality) },
            ...inner.map(({ id, name }) => ({ id: String(id), text: name })),
          ]}
          value={
            inner.some(({ id }) => String(id) === search.areaId) ? (search.areaId ?? any) : any
          }
          onChange={(areaId) => go({ areaId: areaId || String(county.id) })}
          className={width}
        />
      )}
    </>
  )
}

const useForms = () => useQuery(read(forms.list, { query: {} })).data?.formVersions ?? []

function Forms() {
  const { search, go } = useDifferencesSearch()
  return (
    <Select
      label={t(say.form)}
      items={[
        { id: any, text: t(say.anyForm) },
        ...useForms().map(({ id, code, description }) => ({
          id: String(id),
          text: [code, description].filter(Boolean).join(' – '),
        })),
      ]}
      value={search.formId ?? any}
      onChange={(formId) => go({ formId: formId || undefined, questionId: undefined })}
      className={width}
    />
  )
}

const nameOf = ({ questionCode, text, stations }: DifferingQuestion) =>
  t(say.questionCounted, { code: questionCode, text, count: stations })

/** Chooses a question to show, or one more to leave out. */
function Questions() {
  const { search, go } = useDifferencesSearch()
  const { formId, questionId } = search
  const leftOut = leftOutIn(search)
  const questions = (useDifferences().data?.questions ?? []).filter(
    (one) => formId === undefined || String(one.formId) === formId,
  )
  const items = questions.map((one) => ({ id: String(one.questionId), text: nameOf(one) }))
  const others = items.filter(({ id }) => !leftOut.includes(id))
  return (
    <>
      <Select
        label={t(say.question)}
        items={[{ id: any, text: t(say.anyQuestion) }, ...items]}
        value={questionId ?? any}
        placeholder={t(say.chosenQuestion)}
        onChange={(id) => go({ questionId: id || undefined, without: undefined })}
        className="w-64 max-sm:w-full"
      />
      {questionId === undefined && others.length > 0 && (
        <Select
          label={t(say.leaveOut)}
          items={others}
          value={null}
          placeholder={t(say.leaveOutWhich)}
          onChange={(id) => go({ without: [...leftOut, id].join('.') })}
          className={width}
        />
      )}
    </>
  )
}
