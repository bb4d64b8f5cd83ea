import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { LanguageSwitch } from '#kit/web/ui/language-switch.tsx'
import { Mark } from '#kit/web/ui/mark.tsx'
import { installation } from '../contract.ts'
import { say } from './api/copy.ts'
import { ApiCallDetail } from './api-call.tsx'
import { type Api, readApi } from './api-document.ts'
import { ApiList } from './api-list.tsx'
import { ApiOverview } from './api-overview.tsx'

/** Every call of this server, to read about and to try; open to anyone, signed in or not. */
export function ApiPage() {
  const document = useQuery({ ...read(installation.api, {}), staleTime: Number.POSITIVE_INFINITY })
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <a
        href="#call"
        className="absolute start-2 -top-16 z-50 rounded-md bg-ours-fill px-4 py-2 text-on-ours focus:top-2"
      >
        {t(say.skip)}
      </a>
      <TopBar />
      <main className="flex min-h-0 flex-1">
        <Loaded query={document}>{(known) => <Calls document={known} />}</Loaded>
      </main>
    </div>
  )
}

function TopBar() {
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-4 sm:px-6">
      <Link to="/" aria-label={t(say.toApp)} className="rounded-md">
        <Mark className="size-7" />
      </Link>
      <h1 className="min-w-0 flex-1 truncate text-large font-strong">{t(say.title)}</h1>
      <a
        href={installation.api.path}
        aria-label={t(say.document)}
        className={`${buttonClass('clear', 'small')} max-sm:hidden`}
      >
        <Icon name="file" />
        openapi.json
      </a>
      <LanguageSwitch />
    </header>
  )
}

function Calls({ document }: { document: Readonly<Record<string, unknown>> }) {
  const api = useMemo(() => readApi(document), [document])
  const { call } = useSearch({ from: '/api/docs' })
  const region = useRef<HTMLElement>(null)
  const shown = useRef(call)
  // Choosing a call moves the focus to it; Escape moves it back.
  useEffect(() => {
    if (shown.current !== call) region.current?.focus({ preventScroll: true })
    shown.current = call
  }, [call])
  const aside = call === undefined ? '' : 'max-lg:hidden'
  return (
    <>
      <div className={`w-full min-w-0 lg:w-80 lg:shrink-0 lg:border-e lg:border-line ${aside}`}>
        <ApiList calls={api.calls} open={call} />
      </div>
      <section
        // Another call is another page: its fields and its response are reset.
        key={call}
        ref={region}
        id="call"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs the keyboard.
        tabIndex={0}
        onKeyDown={toList}
        aria-label={call ?? t(say.overview)}
        className={`min-w-0 flex-1 bg-surface outline-offset-[-2px] lg:overflow-y-auto ${call === undefined ? 'max-lg:hidden' : ''}`}
      >
        <Chosen api={api} call={call} />
      </section>
    </>
  )
}

function toList(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return
  document.querySelector<HTMLElement>('nav a[aria-current="page"]')?.focus()
}

function Chosen({ api, call }: { api: Api; call: string | undefined }) {
  if (call === undefined) return <ApiOverview api={api} />
  const found = api.calls.find(({ id }) => id === call)
  return (
    <>
      <Link
        to="/api/docs"
        className="m-2 inline-flex h-11 items-center gap-2 rounded-md px-2 font-strong text-ours lg:hidden"
      >
        <Icon name="previous" />
        {t(say.back)}
      </Link>
      {found ? (
        <ApiCallDetail call={found} problems={api.problems} />
      ) : (
        <EmptyState icon="search" title={t(say.noSuchCall)} />
      )}
    </>
  )
}
