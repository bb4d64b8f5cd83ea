import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { nameOf, useFormLists } from '#features/forms/web/list/use-form-list.ts'
import { type County, places } from '#features/places/contract.ts'
import { holds } from '#kit/contract/value/folded.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import type { Command, Group } from './command.ts'
import { say } from './copy.ts'
import { useHits } from './use-hits.ts'

/** Maximum counties and forms; the user types more to narrow them. */
const most = 5

/** The fewest letters for a search of counties. */
const fewestLetters = 2

/** The results so far, and whether more are loading. */
type Found = { readonly groups: readonly Group[]; readonly isAsking: boolean }

/** Everything that matches what was typed. */
export function useFound(typed: string): Found {
  const { groups, isAsking } = useHits(typed)
  const { observers, municipalities, stations, ...texts } = groups
  const counties: Group = { id: 'places', title: say.places, commands: usePlaces(typed) }
  const forms: Group = { id: 'forms', title: say.forms, commands: useForms(typed) }
  const areas = [counties, municipalities, stations]
  const named = isNumbered(typed) ? [...areas, observers] : [observers, ...areas]
  return { groups: [...named, forms, ...Object.values(texts)], isAsking }
}

/** Ends with what is more likely the number of a station than a piece of a phone. */
const isNumbered = (typed: string) => /(^|[\s,])\d{1,4}$/.test(typed)

/** A county by its name or code; with a number after it, a station of it. */
function usePlaces(typed: string): Command[] {
  const navigate = useNavigate()
  const { data = [] } = useQuery({ ...read(places.counties, {}), staleTime: 300_000 })
  const [, sought = '', number] = /^(.*?)(?:[\s,]+(\d{1,9}))?$/.exec(typed) ?? []
  if (sought.length < fewestLetters) return []

  const reports = ({ id, code, name }: County): Command => ({
    id: `reports-${id}`,
    text: number
      ? t(say.reportsOfStation, { county: name, station: number })
      : t(say.reportsOf, { county: name }),
    about: code,
    icon: 'flag',
    run: () =>
      navigate({
        to: '/answers',
        search: { county: code, ...(number && { pollingStationNumber: Number(number) }) },
      }),
  })
  const page = ({ id, code, name }: County): Command => ({
    id: `county-${id}`,
    text: name,
    about: code,
    icon: 'place',
    run: () => navigate({ to: '/polling-stations/$id', params: { id: String(id) } }),
  })
  return (
    data
      // Digits match a code only.
      .filter(({ code, name }) =>
        /^\d+$/.test(sought) ? code === sought : holds(`${code} ${name}`, sought),
      )
      .slice(0, most)
      .flatMap((county) => (number ? [reports(county)] : [page(county), reports(county)]))
  )
}

function useForms(typed: string): Command[] {
  const navigate = useNavigate()
  const { published, drafts } = useFormLists()
  if (typed === '') return []
  return [published, drafts]
    .flatMap(({ data }) => data?.formVersions ?? [])
    .filter((form) => holds(nameOf(form), typed))
    .slice(0, most)
    .map((form) => ({
      id: `form-${form.id}`,
      text: nameOf(form),
      icon: 'file',
      run: () => navigate({ to: '/formulare/$formId', params: { formId: String(form.id) } }),
    }))
}
