import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { say as historySay } from '#features/history/copy.ts'
import { say as incidentsSay } from '#features/incidents/copy.ts'
import { say as mapSay } from '#features/map/copy.ts'
import { session } from '#features/session/contract.ts'
import { logOut } from '#features/session/web/account-menu.tsx'
import { say as situationSay } from '#features/situation/copy.ts'
import { say as stationSay } from '#features/stations/copy.ts'
import { say as unplacedSay } from '#features/unplaced/copy.ts'
import type { Right } from '#kit/contract/roles.ts'
import { chooseLanguage, language } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { chooseTheme } from '#kit/web/theme.ts'
import { settings } from '../frame/navigation.ts'
import { useNavigation } from '../frame/use-navigation.ts'
import { type Command, called, type Group, type Opened } from './command.ts'
import { say } from './copy.ts'
import { listPageActs } from './page-acts.ts'
import { useActs } from './use-acts.ts'

/** Navigation and commands that need no search. */
export function useCommands(onOpen: (opened: Opened) => void): readonly Group[] {
  const rights = useQuery(read(session.me, {})).data?.rights ?? []
  const [onPage] = useState(listPageActs)
  return [
    { id: 'go', title: say.goTo, commands: usePages(rights) },
    { id: 'page', title: say.onPage, commands: onPage },
    { id: 'act', title: say.act, commands: [...useActs(rights), ...preferences(onOpen)] },
  ]
}

function usePages(rights: readonly Right[]): Command[] {
  const navigate = useNavigate()
  const { beforeGuide, afterGuide } = useNavigation()
  const pages = [...beforeGuide, ...afterGuide].map(
    ({ letter, label, target }): Command => ({
      id: letter,
      ...called(label),
      icon: 'next',
      keys: ['g', letter],
      run: () => navigate(target),
    }),
  )
  return [
    ...pages,
    {
      id: 'history',
      ...called(say.notificationHistory),
      icon: 'next',
      run: () => navigate({ to: '/notifications/history' }),
    },
    {
      id: 'map',
      ...called(mapSay.map),
      icon: 'next',
      run: () => navigate({ to: '/map' }),
    },
    {
      id: 'differences',
      ...called(stationSay.allDifferences),
      icon: 'next',
      run: () => navigate({ to: '/stations/differences' }),
    },
    {
      id: 'incidents',
      ...called(incidentsSay.incidents),
      icon: 'next',
      run: () => navigate({ to: '/incidents' }),
    },
    {
      id: 'handover',
      ...called(situationSay.handover),
      icon: 'next',
      run: () => navigate({ to: '/handover' }),
    },
    {
      id: 'unmatched',
      ...called(unplacedSay.unplaced),
      icon: 'next',
      run: () => navigate({ to: '/unmatched' }),
    },
    ...(rights.includes('history')
      ? [
          {
            id: 'record',
            ...called(historySay.history),
            icon: 'next' as const,
            run: () => navigate({ to: '/history' }),
          },
        ]
      : []),
    ...settings
      .filter(({ right }) => rights.includes(right))
      .map(({ to, label }) => ({
        id: to,
        ...called(label),
        icon: 'next' as const,
        run: () => navigate({ to }),
      })),
    { id: 'api', ...called(say.apiCalls), icon: 'next', run: () => navigate({ to: '/api/docs' }) },
  ]
}

/** Commands about this browser and the signed-in user. */
const preferences = (onOpen: (opened: Opened) => void): Command[] => [
  {
    id: 'language',
    ...called(say.otherLanguage),
    icon: 'refresh',
    run: () => chooseLanguage(language === 'ro' ? 'en' : 'ro'),
  },
  { id: 'light', ...called(say.lookLight), icon: 'eye', run: () => chooseTheme('light') },
  { id: 'dark', ...called(say.lookDark), icon: 'eye', run: () => chooseTheme('dark') },
  { id: 'system', ...called(say.lookSystem), icon: 'eye', run: () => chooseTheme('system') },
  { id: 'keys', ...called(say.showKeys), icon: 'list', keys: ['?'], run: () => onOpen('keys') },
  { id: 'log-out', ...called(say.logOut), icon: 'out', run: logOut },
]
