import { createBrowserHistory } from '@tanstack/react-router'

/** The search parameters that identify a person, and `next`, because its URL may contain them. */
const personal = ['name', 'phone', 'observerPhoneNumber', 'actor', 'next']

const isAside = ([name, value]: readonly [string, string]) =>
  personal.includes(name) && (name !== 'next' || personal.some((one) => value.includes(`${one}=`)))

function partsOf(address: string) {
  const [, pathname = '', search = '', hash = ''] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  return { pathname, search, hash }
}

/**
 * The URL to show for one of ours. Personal parameters move behind the `#`, which browsers never send to a
 * server when the page is opened or reloaded.
 */
export function shownOf(address: string): string {
  const { pathname, search, hash } = partsOf(address)
  const all = [...new URLSearchParams(search)]
  if (!all.some(isAside)) return address
  const open = new URLSearchParams(all.filter((one) => !isAside(one))).toString()
  return `${pathname}${open && `?${open}`}#?${new URLSearchParams(all.filter(isAside))}${hash}`
}

/** Our URL for one that is shown; also for a bookmark from before. */
export function addressShownAs(shown: string): string {
  const { pathname, search, hash } = partsOf(shown)
  if (!hash.startsWith('#?')) return shown
  const [aside = '', ...rest] = hash.slice(2).split('#')
  const query = [search.slice(1), aside].filter(Boolean).join('&')
  return `${pathname}?${query}${rest.map((one) => `#${one}`).join('')}`
}

/** The browser's own history, with such URLs. */
export const openHistory = () =>
  createBrowserHistory({
    createHref: shownOf,
    parseLocation: () => {
      const { location, history } = window
      const href = addressShownAs(location.pathname + location.search + location.hash)
      return { href, ...partsOf(href), state: history.state ?? {} }
    },
  })
