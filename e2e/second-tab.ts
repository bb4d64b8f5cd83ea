import { expect, type Page } from '@playwright/test'
import { session } from '#features/session/contract.ts'
import { call } from './phone.ts'
import { organiser } from './server.ts'
import { pathOf } from './stage.ts'

/** Signs in and out in another tab of the same browser, which the first tab follows. */
export async function besideLogin(page: Page, url: string) {
  const { access_token } = await call(url, session.authorize, { body: organiser })
  const tab = await page.context().newPage()
  await tab.goto('/login')
  const keep = (token: string) =>
    tab.evaluate((kept) => localStorage.setItem('token-id', kept), token)
  const expectLogin = (path: string) => expect(page, path).toHaveURL(/\/login\?next=/)
  return {
    reach: async (path: string) => {
      await page.goto(path)
      await expectLogin(path)
    },
    goThrough: async (target: string) => {
      await keep(access_token)
      await expect.poll(() => pathOf(page.url()), target).toBe(target)
    },
    signOut: async (path: string) => {
      await keep('')
      await expectLogin(path)
    },
  }
}
