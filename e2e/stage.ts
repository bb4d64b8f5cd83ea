import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { session } from '#features/session/contract.ts'
import type { Language } from '#kit/contract/copy.ts'
import { call, type Phone, phoneOf } from './phone.ts'
import { type Beginning, organiser, type RunningServer, startServer } from './server.ts'

/** What consecutive stories share. */
type Evening = {
  readonly about: string
  readonly beginning: Beginning
  readonly server: RunningServer
  readonly phones: Map<number, Promise<Phone>>
}

type Given = {
  /** Named by a file whose stories change what others count on: they get a separate server. */
  readonly about: string
  readonly beginning: Beginning
  readonly evening: Evening
  readonly server: RunningServer
  /** Whether Ana, the organiser, is signed in already. */
  readonly isSignedIn: boolean
  readonly language: Language
  readonly phone: (person: number) => Promise<Phone>
  /** Opens another browser, not signed in. */
  readonly elsewhere: () => Promise<Page>
}

type Shared = {
  readonly goOn: (about: string, beginning: Beginning) => Promise<Evening>
}

/** A real server, a real database, Ana before the screen and six observers in the field. */
export const test = base.extend<Given, Shared>({
  about: ['anything', { option: true }],
  beginning: ['small election', { option: true }],
  // The server changes with the stories' subject; the browser and its process stay.
  goOn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture needs.
    async ({}, use) => {
      const evenings: Evening[] = []
      const end = async () => evenings.pop()?.server.stop()
      await use(async (about, beginning) => {
        const [last] = evenings
        if (last?.about === about && last.beginning === beginning) return last
        // The next one starts while the last one still writes down what it knows.
        const [server] = await Promise.all([startServer(beginning), end()])
        const next = { about, beginning, server, phones: new Map() }
        evenings.push(next)
        return next
      })
      await end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  evening: [
    async ({ goOn, about, beginning }, use) => use(await goOn(about, beginning)),
    { timeout: 120_000 },
  ],
  server: ({ evening }, use) => use(evening.server),
  isSignedIn: [true, { option: true }],
  language: ['en', { option: true }],

  baseURL: ({ server }, use) => use(server.url),

  storageState: async ({ server, isSignedIn, language }, use) => {
    const localStorage: { name: string; value: string }[] = [{ name: 'language', value: language }]
    if (isSignedIn) {
      const { access_token } = await call(server.url, session.authorize, { body: organiser })
      localStorage.push({ name: 'token-id', value: access_token })
    }
    await use({ cookies: [], origins: [{ origin: server.url, localStorage }] })
  },

  elsewhere: async ({ browser, server, language }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const localStorage = [{ name: 'language', value: language }]
      const context = await browser.newContext({
        baseURL: server.url,
        storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
      })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  phone: async ({ evening: { server, phones } }, use) => {
    await use((person) => {
      const phone = phones.get(person) ?? phoneOf(server.url, person)
      phones.set(person, phone)
      return phone
    })
  },
})

/** A desktop screen, and a phone's. */
export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

/** The path of a URL, without the server. */
export const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
