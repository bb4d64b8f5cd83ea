import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { elections } from '#features/elections/contract.ts'
import { downloadAddress } from '#features/export/web/download-address.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import type { Right } from '#kit/contract/roles.ts'
import { read } from '#kit/web/api.ts'
import { download } from '#kit/web/files.ts'
import { language } from '#kit/web/language.ts'
import { type Command, called } from './command.ts'
import { say } from './copy.ts'

type Act = Command & {
  readonly right: Right
  /** It adds to the election or tells its observers something: one that is over takes nothing more. */
  readonly changes?: true
}

/** What somebody of these rights can do without looking for anything first. */
export function useActs(rights: readonly Right[]): Command[] {
  const election = useQuery(read(elections.current, {})).data
  const acts: readonly Act[] = [...useAdding(), ...useExports()]
  // Until it is known, nothing is offered that may not be done.
  const isOpen = election !== undefined && election.state !== 'archived'
  return acts.filter(({ right, changes }) => rights.includes(right) && (isOpen || !changes))
}

function useAdding(): readonly Act[] {
  const navigate = useNavigate()
  return [
    {
      right: 'recruit',
      changes: true,
      id: 'add-observer',
      ...called(say.addObserver),
      icon: 'plus',
      run: () => navigate({ to: '/observatori/profil/$state', params: { state: 'new' } }),
    },
    {
      right: 'recruit',
      changes: true,
      id: 'import-observers',
      ...called(say.importObservers),
      icon: 'upload',
      run: () => navigate({ to: '/observatori/import' }),
    },
    {
      right: 'message',
      changes: true,
      id: 'send',
      ...called(say.sendNotification),
      icon: 'send',
      run: () => navigate({ to: '/notifications' }),
    },
    {
      right: 'set-up',
      changes: true,
      id: 'add-form',
      ...called(say.addForm),
      icon: 'plus',
      run: () => navigate({ to: '/formulare/nou' }),
    },
    {
      right: 'set-up',
      changes: true,
      id: 'add-county',
      ...called(say.addCounty),
      icon: 'plus',
      run: () => navigate({ to: '/polling-stations/nou' }),
    },
    {
      right: 'set-up',
      changes: true,
      id: 'import-counties',
      ...called(say.importCounties),
      icon: 'upload',
      run: () => navigate({ to: '/polling-stations/import' }),
    },
    {
      right: 'set-up',
      changes: true,
      id: 'import-stations',
      ...called(say.importStations),
      icon: 'upload',
      run: () => navigate({ to: '/polling-stations/import', search: { what: 'stations' } }),
    },
  ]
}

/** What can be taken away; of what is over as well. */
function useExports(): readonly Act[] {
  const navigate = useNavigate()
  return [
    {
      right: 'export',
      id: 'export-answers',
      ...called(say.exportAnswers),
      icon: 'download',
      run: () => navigate({ to: '/answers', hash: downloadAddress }),
    },
    {
      right: 'export',
      id: 'export-observers',
      ...called(say.exportObservers),
      icon: 'download',
      run: () => download(observers.export, { query: { language } }),
    },
    {
      right: 'export',
      id: 'export-places',
      ...called(say.exportPlaces),
      icon: 'download',
      run: () => download(places.exportCounties, { query: { language } }),
    },
  ]
}
