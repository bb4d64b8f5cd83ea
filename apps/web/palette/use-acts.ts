import { useNavigate } from '@tanstack/react-router'
import { downloadAddress } from '#features/export/web/download-address.ts'
import { addAddress } from '#features/incidents/web/add-address.ts'
import { useNextToCall } from '#features/milestones/web/deployment/next-to-call.tsx'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import type { Right } from '#kit/contract/roles.ts'
import { language } from '#kit/web/language.ts'
import { download } from '#kit/web/read/files.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { type Command, called } from './command.ts'
import { say } from './copy.ts'

type Act = Command & { readonly right: Right }

/** The commands that a user with these rights can run without searching. */
export function useActs(rights: readonly Right[]): Command[] {
  const acts: readonly Act[] = [...useAdding(), ...useExports()]
  return acts.filter(({ right }) => rights.includes(right))
}

function useAdding(): readonly Act[] {
  const navigate = useNavigate()
  const callNext = useNextToCall()
  return [
    {
      right: 'review',
      id: 'add-incident',
      ...called(say.addIncident),
      icon: 'plus',
      run: () => navigate({ to: '/incidents', hash: addAddress }),
    },
    {
      right: 'message',
      id: 'call-next',
      ...called(say.callNext),
      icon: 'phone',
      run: () => tryWithToast(() => callNext({})),
    },
    {
      right: 'recruit',
      id: 'import-plan',
      ...called(say.importPlan),
      icon: 'upload',
      run: () => navigate({ to: '/deployment/plan/import' }),
    },
    {
      right: 'recruit',
      id: 'add-observer',
      ...called(say.addObserver),
      icon: 'plus',
      run: () => navigate({ to: '/observatori/profil/$state', params: { state: 'new' } }),
    },
    {
      right: 'recruit',
      id: 'import-observers',
      ...called(say.importObservers),
      icon: 'upload',
      run: () => navigate({ to: '/observatori/import' }),
    },
    {
      right: 'message',
      id: 'send',
      ...called(say.sendNotification),
      icon: 'send',
      run: () => navigate({ to: '/notifications' }),
    },
    {
      right: 'set-up',
      id: 'add-form',
      ...called(say.addForm),
      icon: 'plus',
      run: () => navigate({ to: '/formulare/nou' }),
    },
    {
      right: 'set-up',
      id: 'add-county',
      ...called(say.addCounty),
      icon: 'plus',
      run: () => navigate({ to: '/polling-stations/nou' }),
    },
    {
      right: 'set-up',
      id: 'import-counties',
      ...called(say.importCounties),
      icon: 'upload',
      run: () => navigate({ to: '/polling-stations/import' }),
    },
    {
      right: 'set-up',
      id: 'import-stations',
      ...called(say.importStations),
      icon: 'upload',
      run: () => navigate({ to: '/polling-stations/import', search: { what: 'stations' } }),
    },
  ]
}

/** The downloads. */
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
