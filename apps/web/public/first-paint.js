// Sets the theme before the first paint, so that the dark theme does not flash light.
const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
document.documentElement.lang = localStorage.getItem('language') === 'en' ? 'en' : 'ro'

// When a signed-in user opens the reports, prefetch the screen's scripts and data, so that both are there
// when the app runs. `kit/web/read/prefetch.ts` takes them.
const token = localStorage.getItem('token-id')
if (token && /^\/(answers|urgents|$)/.test(location.pathname)) {
  const files = document.querySelector('meta[name="first-screen"]')?.content ?? ''
  for (const href of files.split(' ').filter(Boolean)) {
    const link = Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      crossOrigin: '',
      href,
    })
    document.head.append(link)
  }
  const addresses = ['/api/v1/access/me', '/api/v1/election']
  // The bare address leads to the urgent reports.
  const list = { '/answers': '', '/': '&urgent=true', '/answers?urgente=true': '&urgent=true' }
  const which = list[location.pathname + location.search]
  if (which !== undefined) addresses.push(`/api/v1/answers?page=1&pageSize=20${which}`)
  const headers = { authorization: `Bearer ${token}` }
  // A failed request is repeated by the query that needs it.
  const ask = (address) => fetch(address, { headers }).catch(() => undefined)
  const replies = new Map(addresses.map((address) => [address, ask(address)]))
  // What has come in full by the time the app runs is drawn at once, without a page that waits for it.
  const bodies = new Map()
  const keep = async ([address, reply]) => {
    const response = await reply
    globalThis.askedEarly.date ??= response?.headers.get('date')
    if (response?.ok) bodies.set(address, await response.clone().text())
  }
  for (const asked of replies) keep(asked).catch(() => undefined)
  globalThis.askedEarly = { token, replies, bodies }
}

// Before any schema is made: zod would otherwise try eval, which our policy forbids and reports.
globalThis.__zod_globalConfig = { jitless: true }
