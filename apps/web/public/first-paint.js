// Before the first paint, so that nobody who chose the dark is shown the light for a moment.
const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
document.documentElement.lang = localStorage.getItem('language') === 'en' ? 'en' : 'ro'

// Before any schema is made: zod would otherwise try eval, which our policy forbids and reports.
globalThis.__zod_globalConfig = { jitless: true }
