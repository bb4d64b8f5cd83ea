import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { nameOf, useFormLists } from '#features/forms/web/list/use-form-list.ts'
import { observers } from '#features/observers/contract.ts'
import { type County, places } from '#features/places/contract.ts'
import { holds } from '#kit/contract/value/folded.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import type { Command, Group } from './command.ts'
import { say } from './copy.ts'
import { useStations } from './use-stations.ts'

/** Maximum results of a kind; the user types more to narrow them. */
const most = 5

/** The fewest letters for a search of people. */
const fewestLetters = 2

/** The results so far, and whether more are loading. */
type Found = { readonly groups: readonly Group[]; readonly isAsking: boolean }

/** Observers, places and forms that match what was typed. */
export function useFound(typed: string): Found {
  const observers = useObservers(typed)
  const { municipalities, stations, isAsking } = useStations(typed)
  const people: Group = { id: 'observers', title: say.observers, commands: observers.commands }
  const areas: readonly Group[] = [
    { id: 'places', title: say.places, commands: usePlaces(typed) },
    { id: 'municipalities', title: say.municipalities, commands: municipalities.slice(0, most) },
    { id: 'stations', title: say.stations, commands: stations },
  ]
  const forms: Group = { id: 'forms', title: say.forms, commands: useForms(typed) }
  return {
    groups: isNumbered(typed) ? [...areas, people, forms] : [people, ...areas, forms],
    isAsking: isAsking || observers.isAsking,
  }
}

/** Ends with what is more likely the number of a station than a piece of a phone. */
const isNumbered = (typed: string) => /(^|[\s,])\d{1,4}$/.test(typed)

function useObservers(typed: string): { readonly commands: Command[]; readonly isAsking: boolean } {
  const navigate = useNavigate()
  const isPhone = /^[\d\s+()./-]+$/.test(typed)
  const query = {
    ...(isPhone ? { number: typed } : { name: typed }),
    page: 1,
    pageSize: most,
  }
  const isAsked = typed.length >= fewestLetters
  const { data, isFetching } = useQuery({ ...read(observers.list, { query }), enabled: isAsked })
  if (!isAsked || !data) return { commands: [], isAsking: isFetching }
  const commands = data.data.map(
    ({ id, name, phone, ngo }): Command => ({
      id: `observer-${id}`,
      text: name,
      about: `${phone} · ${ngo}`,
      icon: 'person',
      run: () =>
        navigate({
          to: '/observatori/profil/$state/id/$observerId',
          params: { state: 'view', observerId: String(id) },
        }),
    }),
  )
  return { commands, isAsking: false }
}

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
