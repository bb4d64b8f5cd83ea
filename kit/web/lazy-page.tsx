import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { lateMs, noticeWhenLate } from './deferred.ts'
import { t } from './language.ts'
import { explain } from './problems.ts'
import { Button } from './ui/button.tsx'
import { say } from './ui/copy.ts'
import { EmptyState, Loading } from './ui/feedback/states.tsx'
import { Page } from './ui/page.tsx'

const unreachable = new Problem('server.unavailable', { retryAfterSeconds: 1 })

/**
 * A page whose code is loaded on first visit. If loading fails or hangs, the app stays, shows an error in the
 * page's place, and retries when the network is back or the user asks; a page that hung may still arrive.
 * @param load imports the module
 * @param name the page's export in it
 */
export function lazyPage<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  // The router keeps the first component it was given, so this holds the one loaded later.
  let arrived: ComponentType<Props> | undefined
  let isHanging = false

  function Arriving(props: Props) {
    const [Arrived, setArrived] = useState(() => arrived)
    const [isFailed, setFailed] = useState(isHanging)
    const attempt = useCallback(async (isAsked: boolean) => {
      setFailed(isHanging)
      try {
        arrived = (await noticeWhenLate(load(), () => hang(() => setFailed(true))))[name]
        setArrived(() => arrived)
      } catch {
        isHanging = false
        if (await isWorthReloading(isAsked)) window.location.reload()
        else setFailed(true)
      }
    }, [])
    const retry = async () => {
      if (!isHanging) return attempt(true)
      // The browser shares a request that still hangs; only a reloaded page sends a new one.
      setFailed(false)
      if (await isWorthReloading(true)) window.location.reload()
      else setFailed(true)
    }
    useEffect(() => {
      if (arrived) return
      void attempt(false)
      // The browser may have cached that a file was missing, and there is nothing here to lose by a reload.
      const attemptAgain = () => void attempt(true)
      window.addEventListener('online', attemptAgain)
      return () => window.removeEventListener('online', attemptAgain)
    }, [attempt])
    if (Arrived) return <Arrived {...props} />
    return isFailed ? <NotHere retry={() => void retry()} /> : <Loading />
  }

  const hang = (say: () => void) => {
    isHanging = true
    say()
  }
  const loadOrArrive = () =>
    new Promise<Readonly<Record<Name, ComponentType<Props>>>>((resolve) => {
      const arrive = () => resolve({ [name]: Arriving } as Record<Name, ComponentType<Props>>)
      noticeWhenLate(load(), () => hang(arrive)).then(resolve, arrive)
    })
  return lazyRouteComponent(loadOrArrive, name)
}

const NotHere = ({ retry }: { retry: () => void }) => (
  <Page title={t(say.failed)}>
    <div role="alert">
      <EmptyState icon="warning" title={explain(unreachable)}>
        <Button onPress={retry}>{t(say.retry)}</Button>
      </EmptyState>
    </div>
  </Page>
)

/**
 * Whether reloading the app helps: the server answers, and has another build by now, without the files of
 * this one; or the network is back or the user asked, and the browser has cached that the file was missing. Without network the app
 * would be replaced by the browser's own error page.
 */
async function isWorthReloading(isAsked: boolean): Promise<boolean> {
  const main = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  const options = { cache: 'no-store', signal: AbortSignal.timeout(lateMs) } as const
  const page = await fetch('/', options).catch(() => undefined)
  if (!page?.ok || main === undefined) return false
  return isAsked || !(await page.text()).includes(new URL(main).pathname)
}
