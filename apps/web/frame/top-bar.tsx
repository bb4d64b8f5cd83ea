import { Link, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useInstallation } from '#features/installation/web/installation.ts'
import { AccountMenu } from '#features/session/web/account-menu.tsx'
import { May } from '#features/session/web/may.tsx'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import type { NavigationEntry } from '#kit/web/pages.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { LanguageSwitch } from '#kit/web/ui/language-switch.tsx'
import { Mark } from '#kit/web/ui/mark.tsx'
import { Sheet, sheetLineClass } from '#kit/web/ui/overlay/sheet.tsx'
import { Count } from '#kit/web/ui/section-links.tsx'
import { say } from '../copy.ts'
import { LiveDot } from './live-dot.tsx'
import { isWithin } from './navigation.ts'
import { useNavigation } from './use-navigation.ts'

// Few visitors of a screen open them.
const KeptLists = deferred(async () => (await import('./kept-lists.tsx')).KeptLists)
const Bell = deferred(async () => (await import('#features/alerts/web/bell.tsx')).Bell)
const TaskTray = deferred(async () => (await import('#features/tasks/web/task-tray.tsx')).TaskTray)

/**
 * Logo, main menu, and the signed-in user.
 * @param unseen the number of flagged reports that the user has not opened; undefined while it loads
 * @param onAlerts hears the number of new alerts
 */
export function TopBar({
  unseen,
  onSearch,
  onAlerts,
}: {
  unseen: number | undefined
  onSearch: () => void
  onAlerts: (count: number) => void
}) {
  return (
    <header className="flex min-h-12 shrink-0 items-center border-b border-line bg-surface px-2 sm:gap-2 sm:px-6 xl:max-[1439px]:gap-0 print:hidden">
      <div className="xl:hidden">
        <FoldedMenu unseen={unseen} />
      </div>
      <Link
        to="/"
        aria-label={t(say.home)}
        className="me-2 flex h-8 shrink-0 items-center gap-2 rounded-md text-large font-strong max-sm:h-11"
      >
        <Mark className="size-7" />
        <span className="hidden sm:inline">Veghe</span>
      </Link>
      <nav aria-label={t(say.mainMenu)} className="hidden min-w-0 flex-1 flex-wrap xl:flex">
        <Entries className={flat} unseen={unseen} />
      </nav>
      <div className="min-w-0 flex-1 xl:hidden" />
      <LiveDot />
      <button
        type="button"
        aria-label={t(say.search)}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
        className={buttonClass('bare', 'tight')}
      >
        <Icon name="search" />
      </button>
      <Suspense fallback={<span className="w-20" />}>
        <KeptLists />
        <Bell unseen={unseen} onCount={onAlerts} />
      </Suspense>
      <Suspense fallback={<span className="w-8" />}>
        <May to="export">
          <TaskTray />
        </May>
      </Suspense>
      <LanguageSwitch />
      <AccountMenu />
    </header>
  )
}

/** The same entries behind one button, where there is no room for them. */
function FoldedMenu({ unseen }: { unseen: number | undefined }) {
  return (
    <Sheet label={t(say.mainMenu)} button={<Icon name="menu" />} side="start">
      {(close) => (
        <nav aria-label={t(say.mainMenu)}>
          <Entries className={sheetLineClass} unseen={unseen} onFollow={close} />
        </nav>
      )}
    </Sheet>
  )
}

function Entries({
  className,
  unseen,
  onFollow,
}: {
  className: string
  unseen: number | undefined
  onFollow?: () => void
}) {
  const { observerGuideUrl } = useInstallation()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { beforeGuide, afterGuide } = useNavigation()
  const link = (entry: NavigationEntry) => (
    <Link
      key={entry.target.to}
      {...entry.target}
      {...(isWithin(entry, path) && { 'aria-current': 'page' })}
      {...(onFollow && { onClick: onFollow })}
      className={className}
    >
      {t(entry.label)}
      {entry.target.to === '/answers' && <Count of={unseen} />}
    </Link>
  )
  return (
    <>
      {beforeGuide.map(link)}
      {observerGuideUrl && (
        <a href={observerGuideUrl} target="_blank" rel="noreferrer" className={className}>
          {t(say.guide)}
          <Icon name="out" className="text-muted" />
          <span className="sr-only">{t(say.opensNewTab)}</span>
        </a>
      )}
      {afterGuide.map(link)}
    </>
  )
}

const flat =
  '-mb-px flex h-12 items-center gap-1 border-y-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink outline-offset-[-4px] aria-[current=page]:border-b-ours aria-[current=page]:font-strong aria-[current=page]:text-ink'
