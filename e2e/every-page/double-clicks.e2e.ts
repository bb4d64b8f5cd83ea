import { expect, type Locator, type Page } from '@playwright/test'
import { addForm } from '../acts.ts'
import { plan } from '../deployment/plan-of.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'double clicks' })

type Opening = {
  readonly name: string
  /** The page with what opens it. */
  readonly on: (url: string) => Promise<string>
  readonly by: (page: Page) => Promise<Locator> | Locator
  readonly opened: (page: Page) => Locator
}

const planned = async (url: string) => {
  await plan(url, nameOf(0), ['CJ-N', 1])
  return '/deployment/plan'
}
const menuOf = (page: Page) =>
  page.getByRole('button', { name: `More actions: ${nameOf(0)}` }).first()
const dialog = (page: Page) => page.getByRole('dialog')
const menu = (page: Page) => page.getByRole('menu')

const openings: readonly Opening[] = [
  {
    name: 'a window',
    on: planned,
    by: (page) => page.getByRole('button', { name: `Edit ${nameOf(0)}` }).first(),
    opened: dialog,
  },
  { name: 'a menu', on: planned, by: menuOf, opened: menu },
  {
    name: 'a window by a menu',
    on: planned,
    by: async (page) => {
      await menuOf(page).click()
      return page.getByRole('menuitem', { name: 'Replace' })
    },
    opened: dialog,
  },
  {
    name: 'a question by a menu',
    on: async () => `/observatori?name=${nameOf(0)}`,
    by: async (page) => {
      await menuOf(page).click()
      return page.getByRole('menuitem', { name: 'Delete' })
    },
    opened: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'a list of choices',
    on: async () => '/map',
    by: (page) => page.getByRole('button', { name: /Colour by$/ }),
    opened: (page) => page.getByRole('listbox'),
  },
  {
    name: 'a list to type in',
    on: async () => '/settings/history',
    by: (page) => page.getByRole('button', { name: 'Open the list' }).first(),
    opened: (page) => page.getByRole('listbox'),
  },
  {
    name: 'what a handle can do',
    on: async (url) => `/formulare/${await addForm(url, 'DC')}`,
    by: (page) => page.getByRole('button', { name: /^Move / }).first(),
    opened: menu,
  },
  {
    name: 'the search of everything',
    on: async () => '/answers',
    by: (page) => page.getByRole('button', { name: 'Search or run a command' }),
    opened: dialog,
  },
  {
    name: 'the account',
    on: async () => '/answers',
    by: (page) => page.getByRole('button', { name: 'Account of Ana' }),
    opened: (page) => page.getByRole('link', { name: 'Settings' }),
  },
]

for (const { name, on, by, opened } of openings)
  test(`a double click opens ${name}, and only a later press beside it closes it`, async ({
    page,
    server: { url },
  }) => {
    await page.goto(await on(url))
    await (await by(page)).dblclick()
    await expect(opened(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opened(page)).toBeHidden()

    await (await by(page)).dblclick()
    await expect(opened(page)).toBeVisible()
    await page.mouse.click(4, 400)
    await expect(opened(page)).toBeHidden()
  })
