import { createBrowserHistory } from '@tanstack/react-router'

/** What of a page's search names somebody, and where one goes on to, whose address may. */
const personal = ['name', 'phone', 'observerPhoneNumber', 'actor', 'next']

const isAside = ([name, value]: readonly [string, string]) =>
  personal.includes(name) && (name !== 'next' || personal.some((one) => value.includes(`${one}=`)))

function partsOf(address: string) {
  const [, pathname = '', search = '', hash = ''] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  return { pathname, search, hash }
}

/**
 * The address that is shown for one of ours: what names somebody stands behind its `#`, which no browser
 * sends to a server when the page is opened or loaded again.
 */
export function shownOf(address: string): string {
  const { pathname, search, hash } = partsOf(address)
  const all = [...new URLSearchParams(search)]
  if (!all.some(isAside)) return address
  const open = new URLSearchParams(all.filter((one) => !isAside(one))).toString()
  return `${pathname}${open && `?${open}`}#?${new URLSearchParams(all.filter(isAside))}${hash}`
}

/** The address of ours that is shown so; also one that somebody kept from before. */
export function addressShownAs(shown: string): string {
  const { pathname, search, hash } = partsOf(shown)
  if (!hash.startsWith('#?')) return shown
  const [aside = '', ...rest] = hash.slice(2).split('#')
  const said = [search.slice(1), aside].filter(Boolean).join('&')
  return `${pathname}?${said}${rest.map((one) => `#${one}`).join('')}`
}

/** The browser's own history, by such addresses. */
export const openHistory = () =>
  createBrowserHistory({
    createHref: shownOf,
    parseLocation: () => {
      const { location, history } = window
      const href = addressShownAs(location.pathname + location.search + location.hash)
      return { href, ...partsOf(href), state: history.state ?? {} }
    },
  })
