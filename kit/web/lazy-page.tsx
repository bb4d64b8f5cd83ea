import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { ErrorState, Loading } from './ui/feedback/states.tsx'

const unreachable = new Problem('server.unavailable', { retryAfterSeconds: 1 })

/**
 * A page whose code is loaded on first visit. If loading fails, the app stays as it is, shows an error in the
 * page's place, and retries when the network is back or the user asks.
 * @param load imports the module
 * @param name the page's export in it
 */
export function lazyPage<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  // The router keeps the first component it was given, so this holds the one loaded later.
  let arrived: ComponentType<Props> | undefined

  function Arriving(props: Props) {
    const [Page, setPage] = useState(() => arrived)
    const [isFailed, setFailed] = useState(false)
    const attempt = useCallback(async (isAsked: boolean) => {
      setFailed(false)
      try {
        arrived = (await load())[name]
        setPage(() => arrived)
      } catch {
        if (await isWorthReloading(isAsked)) window.location.reload()
        else setFailed(true)
      }
    }, [])
    useEffect(() => {
      if (arrived) return
      const attemptUnasked = () => void attempt(false)
      attemptUnasked()
      window.addEventListener('online', attemptUnasked)
      return () => window.removeEventListener('online', attemptUnasked)
    }, [attempt])
    if (Page) return <Page {...props} />
    return isFailed ? (
      <ErrorState problem={unreachable} retry={() => void attempt(true)} />
    ) : (
      <Loading />
    )
  }

  return lazyRouteComponent(() => load().catch(() => ({ [name]: Arriving })), name)
}

/**
 * Whether reloading the app helps: the server answers, and has another build by now, without the files of
 * this one; or the user asked, whose browser has cached that the file was missing. Without network the app
 * would be replaced by the browser's own error page.
 */
async function isWorthReloading(isAsked: boolean): Promise<boolean> {
  const main = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  const page = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  if (!page?.ok || main === undefined) return false
  return isAsked || !(await page.text()).includes(new URL(main).pathname)
}
