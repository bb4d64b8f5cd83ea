// Before the first paint, so that nobody who chose the dark is shown the light for a moment.
const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
document.documentElement.lang = localStorage.getItem('language') === 'en' ? 'en' : 'ro'

// Whoever is signed in, and comes to the reports: what that screen is made of is asked for at once.
if (localStorage.getItem('token-id') && /^\/(answers|urgents|$)/.test(location.pathname)) {
  const files = document.querySelector('meta[name="first-screen"]')?.content ?? ''
  for (const href of files.split(' ').filter(Boolean)) {
    const link = Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      crossOrigin: '',
      href,
    })
    document.head.append(link)
  }
}

// Before any schema is made: zod would otherwise try eval, which our policy forbids and reports.
globalThis.__zod_globalConfig = { jitless: true }
