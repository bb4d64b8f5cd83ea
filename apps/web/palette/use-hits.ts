import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Found, type FoundText, search } from '#features/search/contract.ts'
import type { Copy } from '#kit/contract/copy.ts'
import { read } from '#kit/web/read/api.ts'
import type { Command, Group } from './command.ts'
import { say } from './copy.ts'

type Kind = keyof Found

type Shown<Hit> = {
  readonly title: Copy
  readonly show: (hit: Hit, navigate: ReturnType<typeof useNavigate>) => Omit<Command, 'id'>
}

const showText =
  (tabOf: (hit: FoundText) => string): Shown<FoundText>['show'] =>
  (hit, navigate) => ({
    text: hit.pollingStationName,
    about: hit.observerName,
    below: hit.snippet,
    icon: 'note',
    run: () =>
      navigate({
        to: '/answers/details/$observerId/$pollingStationId',
        params: {
          observerId: String(hit.observerId),
          pollingStationId: String(hit.pollingStationId),
        },
        search: { tab: tabOf(hit) },
      }),
  })

/** Each kind of hits: its title, and how a hit is shown and opened. */
const kinds: { readonly [K in Kind]: Shown<Found[K]['hits'][number]> } = {
  observers: {
    title: say.observers,
    show: ({ id, name, phone, ngo }, navigate) => ({
      text: name,
      about: `${phone} · ${ngo}`,
      icon: 'person',
      run: () =>
        navigate({
          to: '/observatori/profil/$state/id/$observerId',
          params: { state: 'view', observerId: String(id) },
        }),
    }),
  },
  municipalities: {
    title: say.municipalities,
    show: ({ id, name, code, county, countyId }, navigate) => ({
      text: name,
      about: code,
      below: county,
      icon: 'place',
      run: () =>
        navigate({
          to: '/polling-stations/$id',
          params: { id: String(countyId) },
          search: { municipality: String(id) },
        }),
    }),
  },
  stations: {
    title: say.stations,
    show: ({ id, number, ...place }, navigate) => ({
      text: [place.county, place.municipality, number].filter((part) => part !== '').join(' '),
      below: [place.name, place.address].filter(Boolean).join(', '),
      icon: 'place',
      run: () => navigate({ to: '/stations/$id', params: { id: String(id) } }),
    }),
  },
  notes: { title: say.notes, show: showText(() => 'notes') },
  answers: { title: say.answers, show: showText(({ formId }) => String(formId)) },
  messages: {
    title: say.messages,
    show: ({ id, title, snippet }, navigate) => ({
      text: title,
      below: snippet,
      icon: 'send',
      run: () => navigate({ to: '/notifications/history/$id', params: { id: String(id) } }),
    }),
  },
}

const none = Object.fromEntries(
  Object.keys(kinds).map((kind) => [kind, { hits: [], hasMore: false }]),
) as unknown as Found

/** What the server finds, a group for each kind. */
export function useHits(typed: string): {
  readonly groups: Readonly<Record<Kind, Group>>
  readonly isAsking: boolean
} {
  const navigate = useNavigate()
  const { data, isFetching } = useQuery({
    ...read(search.find, { query: { q: typed } }),
    enabled: typed !== '',
  })
  const found = typed === '' || !data ? none : data
  const groupOf = <K extends Kind>(kind: K): Group => {
    const { title, show } = kinds[kind]
    const hits: readonly Found[K]['hits'][number][] = found[kind].hits
    return {
      id: kind,
      title,
      hasMore: found[kind].hasMore,
      commands: hits.map((hit) => ({ id: `${kind}-${hit.id}`, ...show(hit, navigate) })),
    }
  }
  const groups = Object.fromEntries(
    (Object.keys(kinds) as Kind[]).map((kind) => [kind, groupOf(kind)]),
  ) as Record<Kind, Group>
  return { groups, isAsking: isFetching && !data }
}
