import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { session } from '#features/session/contract.ts'
import { logOut } from '#features/session/web/account-menu.tsx'
import type { Copy } from '#kit/contract/copy.ts'
import type { Right } from '#kit/contract/roles.ts'
import { read } from '#kit/web/api.ts'
import { chooseLanguage, language, t } from '#kit/web/language.ts'
import { chooseTheme } from '#kit/web/theme.ts'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { useWays } from '../use-ways.ts'
import { settings } from '../ways.ts'
import { say } from './copy.ts'
import type { Opened } from './keys.tsx'

/** Something that the palette offers. */
export type Command = {
  readonly id: string
  readonly text: string
  /** What tells it from others of the same name. */
  readonly about?: string
  readonly icon: IconName
  /** What does the same without the palette. */
  readonly keys?: readonly string[]
  readonly run: () => unknown
}

export type Group = {
  readonly id: string
  readonly title: Copy
  readonly commands: readonly Command[]
}

/** Where one can go, and what one can do, without looking for anything. */
export function useCommands(onOpen: (opened: Opened) => void): readonly Group[] {
  const rights = useQuery(read(session.me, {})).data?.rights ?? []
  return [
    { id: 'go', title: say.goTo, commands: usePages(rights) },
    { id: 'act', title: say.act, commands: [...useAdding(rights), ...preferences(onOpen)] },
  ]
}

function usePages(rights: readonly Right[]): Command[] {
  const navigate = useNavigate()
  const { beforeGuide, afterGuide } = useWays()
  const ways = [...beforeGuide, ...afterGuide].map(
    ({ letter, label, target }): Command => ({
      id: letter,
      text: t(label),
      icon: 'next',
      keys: ['g', letter],
      run: () => navigate(target),
    }),
  )
  return [
    ...ways,
    {
      id: 'history',
      text: t(say.notificationHistory),
      icon: 'next',
      run: () => navigate({ to: '/notifications/history' }),
    },
    ...settings
      .filter(({ right }) => rights.includes(right))
      .map(({ to, label }) => ({
        id: to,
        text: t(label),
        icon: 'next' as const,
        run: () => navigate({ to }),
      })),
    { id: 'api', text: t(say.apiCalls), icon: 'next', run: () => navigate({ to: '/api/docs' }) },
  ]
}

function useAdding(rights: readonly Right[]): Command[] {
  const navigate = useNavigate()
  const all: readonly (Command & { readonly right: Right })[] = [
    {
      right: 'recruit',
      id: 'add-observer',
      text: t(say.addObserver),
      icon: 'plus',
      run: () => navigate({ to: '/observatori/profil/$state', params: { state: 'new' } }),
    },
    {
      right: 'recruit',
      id: 'import-observers',
      text: t(say.importObservers),
      icon: 'upload',
      run: () => navigate({ to: '/observatori/import' }),
    },
    {
      right: 'message',
      id: 'send',
      text: t(say.sendNotification),
      icon: 'send',
      run: () => navigate({ to: '/notifications' }),
    },
    {
      right: 'set-up',
      id: 'add-form',
      text: t(say.addForm),
      icon: 'plus',
      run: () => navigate({ to: '/formulare/nou' }),
    },
    {
      right: 'set-up',
      id: 'add-county',
      text: t(say.addCounty),
      icon: 'plus',
      run: () => navigate({ to: '/polling-stations/nou' }),
    },
  ]
  return all.filter(({ right }) => rights.includes(right))
}

/** About this browser and the person before it. */
const preferences = (onOpen: (opened: Opened) => void): Command[] => [
  {
    id: 'language',
    text: t(say.otherLanguage),
    icon: 'refresh',
    run: () => chooseLanguage(language === 'ro' ? 'en' : 'ro'),
  },
  { id: 'light', text: t(say.lookLight), icon: 'eye', run: () => chooseTheme('light') },
  { id: 'dark', text: t(say.lookDark), icon: 'eye', run: () => chooseTheme('dark') },
  { id: 'system', text: t(say.lookSystem), icon: 'eye', run: () => chooseTheme('system') },
  { id: 'keys', text: t(say.showKeys), icon: 'list', keys: ['?'], run: () => onOpen('keys') },
  { id: 'log-out', text: t(say.logOut), icon: 'out', run: logOut },
]
