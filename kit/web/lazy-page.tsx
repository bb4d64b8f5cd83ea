import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { ErrorState, Loading } from './ui/feedback/states.tsx'

const unreachable = new Problem('server.unavailable', { retryAfterSeconds: 1 })

/**
 * A page whose code is loaded when somebody first goes to it. Where the code does not come, the app stays as
 * it is, says so in the page's place, and tries again when the network is back or somebody asks.
 * @param load imports the module
 * @param name what the page is called in it
 */
export function lazyPage<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  // The router keeps what it was given first, so this remembers what came in the end.
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
 * Whether loading the whole app again helps: the server answers, and has another build by now, without the
 * files of this one; or somebody asked, whose browser remembers that the file was missing. Without network it
 * would put the browser's own error page in the app's place.
 */
async function isWorthReloading(isAsked: boolean): Promise<boolean> {
  const main = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  const page = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  if (!page?.ok || main === undefined) return false
  return isAsked || !(await page.text()).includes(new URL(main).pathname)
}
