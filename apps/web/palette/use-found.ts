import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { nameOf, useFormLists } from '#features/forms/web/use-form-list.ts'
import { observers } from '#features/observers/contract.ts'
import { type County, places } from '#features/places/contract.ts'
import { holds } from '#kit/contract/folded.ts'
import { read } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import type { Command, Group } from './command.ts'
import { say } from './copy.ts'
import { useStations } from './use-stations.ts'

/** How many of a kind are offered: whoever wants more types more. */
const most = 5

/** From how many letters on people are looked for. */
const fewestLetters = 2

/**
 * Observers, places and forms that what was typed may mean.
 * @param now what stands there since: of what was found before, only what fits that too is offered.
 */
export function useFound(typed: string, now: string): readonly Group[] {
  const { municipalities, stations } = useStations(typed, now)
  return [
    { id: 'observers', title: say.observers, commands: useObservers(typed) },
    { id: 'places', title: say.places, commands: usePlaces(typed) },
    { id: 'municipalities', title: say.municipalities, commands: municipalities },
    { id: 'stations', title: say.stations, commands: stations },
    { id: 'forms', title: say.forms, commands: useForms(typed) },
  ]
}

function useObservers(typed: string): Command[] {
  const navigate = useNavigate()
  const isPhone = /^[\d\s+()./-]+$/.test(typed)
  const query = {
    ...(isPhone ? { number: typed } : { name: typed }),
    page: 1,
    pageSize: most,
  }
  const isAsked = typed.length >= fewestLetters
  const { data } = useQuery({
    ...read(observers.list, { query }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isAsked || !data) return []
  return data.data.map(({ id, name, phone, ngo }) => ({
    id: `observer-${id}`,
    text: name,
    about: `${phone} · ${ngo}`,
    icon: 'person',
    run: () =>
      navigate({
        to: '/observatori/profil/$state/id/$observerId',
        params: { state: 'view', observerId: String(id) },
      }),
  }))
}

/** A county by its name or code; with a number behind it, a station of it. */
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
  return data
    .filter(({ code, name }) => holds(`${code} ${name}`, sought))
    .slice(0, most)
    .flatMap((county) => (number ? [reports(county)] : [page(county), reports(county)]))
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
