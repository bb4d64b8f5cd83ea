import { expect, type Page } from '@playwright/test'
import { addCalin, addObserver, choose, toast } from '../acts.ts'
import { test } from '../stage.ts'

test.use({ about: 'Enter twice' })

/** Counts a page's calls to a path, and holds them until told to let them through. */
async function held(page: Page, path: string) {
  const sent: string[] = []
  let letGo = () => {}
  const called = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, async (route) => {
    sent.push(route.request().method())
    await called
    await route.continue()
  })
  return { sent, letGo: () => letGo() }
}

const windows = [
  {
    name: 'a new PIN of an observer',
    address: '/observatori',
    path: '**/api/v1/observer/reset',
    begin: async (page: Page, url: string) => {
      await addObserver(url, 'Dorel Dublu', '0761 000 001')
      await page.reload()
      await choose(page, 'Dorel Dublu', 'Reset password')
      await page.getByRole('dialog').getByLabel('New password').fill('9876')
    },
  },
  {
    name: 'the e-mail address of an account',
    address: '/settings/accounts',
    path: '**/api/v1/staff/*/email',
    begin: async (page: Page, url: string) => {
      await addCalin(url)
      await page.reload()
      await choose(page, 'calin', 'Change e-mail')
      await page.getByRole('dialog').getByLabel('E-mail').fill('calin@exemplu.ro')
    },
  },
] as const

for (const { name, address, path, begin } of windows)
  test(`Enter pressed again while ${name} is on its way sends it once`, async ({
    page,
    server,
  }) => {
    await page.goto(address)
    await begin(page, server.url)
    const { sent, letGo } = await held(page, path)

    await page.keyboard.press('Enter')
    await expect.poll(() => sent.length).toBe(1)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    letGo()

    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(toast(page)).toContainText('Success')
    expect(sent).toHaveLength(1)
  })
