import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { session } from '#features/session/contract.ts'
import type { Language } from '#kit/contract/copy.ts'
import { call, type Phone, phoneOf } from './phone.ts'
import { type Beginning, organiser, type RunningServer, startServer } from './server.ts'

type Given = {
  /** Whether Ana, the organiser, is signed in already. */
  readonly isSignedIn: boolean
  readonly language: Language
  readonly phone: (person: number) => Promise<Phone>
  /** Opens another browser, of somebody who is not signed in. */
  readonly elsewhere: () => Promise<Page>
}

type Shared = {
  /** Named by a file whose stories change what others count on: they get a server of their own. */
  readonly about: string
  readonly beginning: Beginning
  readonly server: RunningServer
  readonly phones: Map<number, Promise<Phone>>
}

/** A real server, a real database, Ana before the screen and six observers in the field. */
export const test = base.extend<Given, Shared>({
  about: ['anything', { option: true, scope: 'worker' }],
  beginning: ['small election', { option: true, scope: 'worker' }],
  server: [
    async ({ beginning }, use) => {
      const server = await startServer(beginning)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture needs.
  phones: [async ({}, use) => use(new Map()), { scope: 'worker' }],
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

  phone: async ({ server, phones }, use) => {
    await use((person) => {
      const phone = phones.get(person) ?? phoneOf(server.url, person)
      phones.set(person, phone)
      return phone
    })
  },
})

/** A screen on a desk, and one in a hand. */
export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

/** What stands in an address field, without the server. */
export const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
