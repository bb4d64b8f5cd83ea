import { useQuery } from '@tanstack/react-query'
import { forms } from '#features/forms/contract.ts'
import { places } from '#features/places/contract.ts'
import { useAreaPath } from '#features/places/web/use-area-path.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'
import type { DifferingQuestion } from '../../differences-contract.ts'
import {
  isNarrowed,
  leftOutIn,
  noFilters,
  useDifferences,
  useDifferencesSearch,
} from './use-differences.ts'

/** The anchor of the filters, which are folded on a phone. */
export const filtersAnchor = 'filters'

const any = ''
const width = 'w-48 max-sm:w-full'

/** The filters of the list. Their values are in the URL; following another URL resets them. */
export function DifferenceFilters({ isUnfolded }: { isUnfolded: boolean }) {
  const { search, go } = useDifferencesSearch()
  return (
    <div
      id={filtersAnchor}
      className={`flex flex-wrap items-end gap-2 print:hidden ${isUnfolded ? '' : 'max-sm:hidden'}`}
    >
      <Select
        label={t(say.state)}
        items={[
          { id: any, text: t(say.unsettled) },
          { id: 'open', text: t(say.isOpen) },
          { id: 'reopened', text: t(say.isReopened) },
          { id: 'settled', text: t(say.isSettled) },
          { id: 'all', text: t(say.anyStanding) },
        ]}
        value={search.state ?? any}
        onChange={(state) => go({ state: state || undefined })}
        className="w-36 max-sm:w-full"
      />
      <Places />
      <Forms />
      <Questions />
      {isNarrowed(search) && <Button onPress={() => go(noFilters)}>{t(say.resetFilters)}</Button>}
      <LeftOut />
    </div>
  )
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

function Forms() {
  const { search, go } = useDifferencesSearch()
  const { data } = useQuery(read(forms.list, { query: {} }))
  return (
    <Select
      label={t(say.form)}
      items={[
        { id: any, text: t(say.anyForm) },
        ...(data?.formVersions ?? []).map(({ id, code, description }) => ({
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
  const asked = (useDifferences().data?.questions ?? []).filter(
    (one) => formId === undefined || String(one.formId) === formId,
  )
  const items = asked.map((one) => ({ id: String(one.questionId), text: nameOf(one) }))
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

/** Buttons that show excluded questions again, as far as they are in the list. */
function LeftOut() {
  const { search, go } = useDifferencesSearch()
  const leftOut = leftOutIn(search)
  const known = useDifferences().data?.questions ?? []
  return known
    .filter(({ questionId }) => leftOut.includes(String(questionId)))
    .map(({ questionId, questionCode: code }) => {
      const rest = leftOut.filter((one) => one !== String(questionId)).join('.')
      return (
        <Button
          key={questionId}
          look="quiet"
          aria-label={t(say.takeBackIn, { code })}
          onPress={() => go({ without: rest || undefined })}
        >
          {t(say.leftOut, { code })}
          <Icon name="cross" />
        </Button>
      )
    })
}
