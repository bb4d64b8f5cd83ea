import { expect, type Locator, type Page } from '@playwright/test'
import { addForm, goWithin, question, toast } from '../acts.ts'
import { plan, stationIdOf } from '../deployment/plan-of.ts'
import { nameOf } from '../phone.ts'
import { pathOf, test } from '../stage.ts'

test.use({ about: 'double clicks' })

type Opening = {
  readonly name: string
  /** The page with what opens it. */
  readonly on: (url: string) => Promise<string>
  readonly by: (page: Page) => Promise<Locator> | Locator
  readonly opened: (page: Page) => Locator
}

const planned = async () => '/deployment/plan'
const menuOf = (page: Page) =>
  page.getByRole('button', { name: `More actions: ${nameOf(0)}` }).first()
const dialog = (page: Page) => page.getByRole('dialog')
const menu = (page: Page) => page.getByRole('menu')

const openings: readonly Opening[] = [
  {
    name: 'a dialog',
    on: planned,
    by: (page) => page.getByRole('button', { name: `Edit ${nameOf(0)}` }).first(),
    opened: dialog,
  },
  { name: 'a menu', on: planned, by: menuOf, opened: menu },
  {
    name: 'a dialog from a menu',
    on: planned,
    by: async (page) => {
      await menuOf(page).click()
      return page.getByRole('menuitem', { name: 'Replace' })
    },
    opened: dialog,
  },
  {
    name: 'a list of choices',
    on: async () => '/map',
    by: (page) => page.getByRole('button', { name: /Colour by$/ }),
    opened: (page) => page.getByRole('listbox'),
  },
  {
    name: 'a list to type in',
    on: async () => '/history',
    by: (page) => page.getByRole('button', { name: 'Open the list' }).first(),
    opened: (page) => page.getByRole('listbox'),
  },
  {
    name: 'a question from a menu',
    on: async () => `/observatori?name=${nameOf(0)}`,
    by: async (page) => {
      await menuOf(page).click()
      return page.getByRole('menuitem', { name: 'Delete' })
    },
    opened: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'the menu of a handle',
    on: async (url) => `/formulare/${await addForm(url, 'DC')}`,
    by: (page) => page.getByRole('button', { name: /^Move / }).first(),
    opened: menu,
  },
  {
    name: 'the command palette',
    on: async () => '/answers',
    by: (page) => page.getByRole('button', { name: 'Search or run a command' }),
    opened: dialog,
  },
  {
    name: 'the account menu',
    on: async () => '/answers',
    by: (page) => page.getByRole('button', { name: 'Account of Ana' }),
    opened: (page) => page.getByRole('link', { name: 'Settings' }),
  },
]

test('double click opens dialogs, menus and lists, and only a later press outside closes them', async ({
  page,
  server: { url },
}) => {
  test.setTimeout(180_000)
  await plan(url, nameOf(0), ['CJ-N', 1])
  await page.goto('/answers')
  for (const { name, on, by, opened } of openings)
    await test.step(name, async () => {
      await goWithin(page, await on(url))
      await (await by(page)).dblclick()
      await expect(opened(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(opened(page)).toBeHidden()

      await (await by(page)).dblclick()
      await expect(opened(page)).toBeVisible()
      await page.mouse.click(4, 400)
      await expect(opened(page)).toBeHidden()
    })
})

type Closing = {
  readonly name: string
  readonly on: (url: string) => Promise<string>
  /** Opens it, and returns what closes it. */
  readonly by: (page: Page) => Promise<Locator>
  readonly closed: (page: Page) => Locator
}

const editing = async (page: Page) => {
  await page
    .getByRole('button', { name: `Edit ${nameOf(0)}` })
    .first()
    .click()
  return dialog(page)
}

const closings: readonly Closing[] = [
  {
    name: 'a dialog by its cross',
    on: planned,
    by: async (page) => (await editing(page)).getByRole('button', { name: 'Close' }),
    closed: dialog,
  },
  {
    name: 'a dialog by Cancel',
    on: planned,
    by: async (page) => (await editing(page)).getByRole('button', { name: 'Cancel' }),
    closed: dialog,
  },
  {
    name: 'a list of choices',
    on: async () => '/map',
    by: async (page) => {
      await page.getByRole('button', { name: /Colour by$/ }).click()
      return page.getByRole('option').nth(1)
    },
    closed: (page) => page.getByRole('listbox'),
  },
  {
    name: 'the sheet of the bar',
    on: async () => '/answers',
    by: async (page) => {
      await page.getByRole('button', { name: 'Account of Ana' }).click()
      return page.getByRole('link', { name: 'Settings' })
    },
    closed: (page) => page.getByRole('link', { name: 'Log out' }),
  },
]

test('double click that closes something hits nothing below it, and a later click does', async ({
  page,
  server: { url },
}) => {
  await plan(url, nameOf(0), ['CJ-N', 2])
  await page.goto('/statistics')
  for (const { name, on, by, closed } of closings)
    await test.step(name, async () => {
      await goWithin(page, await on(url))
      const { x = 0, y = 0, width = 0, height = 0 } = (await (await by(page)).boundingBox()) ?? {}
      const hits = await page.evaluateHandle(() => {
        const found = { clicks: 0 }
        document.addEventListener('click', () => found.clicks++, { capture: true })
        return found
      })
      const press = async (clickCount: number) => {
        await page.mouse.down({ clickCount })
        await page.mouse.up({ clickCount })
      }

      await page.mouse.move(x + width / 2, y + height / 2)
      await press(1)
      await expect(closed(page)).toBeHidden()
      await press(2)
      expect(await hits.jsonValue()).toEqual({ clicks: 1 })

      // A screen reader clicks without pressing anything.
      await page.evaluate(() => document.getElementById('root')?.click())
      expect(await hits.jsonValue()).toEqual({ clicks: 2 })
      await page.getByRole('heading', { level: 1 }).click()
      expect(await hits.jsonValue()).toEqual({ clicks: 3 })
    })
})

test('double click on Undo undoes once and does not redo', async ({ page, server: { url } }) => {
  const id = await stationIdOf(url, ['CJ-T', 1])
  await page.goto(`/stations/${id}`)
  const more = page.getByRole('button', { name: 'More actions', exact: true })
  const close = page.getByRole('menuitem', { name: 'Close the station' })
  await more.click()
  await close.click()
  await question(page).getByRole('button', { name: 'Close the station' }).click()
  const { x = 0, y = 0 } =
    (await toast(page).getByRole('button', { name: 'Undo' }).boundingBox()) ?? {}
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))

  await page.mouse.move(x + 9, y + 9)
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    await expect(toast(page)).toContainText('The station is open again')
  }

  await expect(more).toBeFocused()
  await more.click()
  await expect(close).toBeVisible()
  expect(sent.map(pathOf)).toEqual([`/api/v1/stations/${id}/reopen`])
})

test('double click on Undo hits nothing below the closing toast', async ({
  page,
  server: { url },
}) => {
  const id = await stationIdOf(url, ['CJ-T', 2])
  await page.goto(`/stations/${id}`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close the station' }).click()
  await question(page).getByRole('button', { name: 'Close the station' }).click()
  const undo = toast(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  const hits = await page.evaluateHandle(() => {
    const found = { inPage: 0 }
    document.querySelector('main')?.addEventListener('pointerdown', () => found.inPage++)
    return found
  })

  await undo.dblclick()
  await expect(toast(page)).toContainText('The station is open again')

  expect(await hits.jsonValue()).toEqual({ inPage: 0 })
})

test('double click that opens a question does not answer it under the pointer', async ({
  page,
  server: { url },
}) => {
  await page.goto(`/stations/${await stationIdOf(url, ['CJ-T', 3])}`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close the station' }).click()
  const close = question(page).getByRole('button', { name: 'Close the station' })
  const { x = 0, y = 0 } = (await close.boundingBox()) ?? {}

  // As if it had come there: the system says that it is the second.
  await page.mouse.move(x + 9, y + 9)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()

  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close the station' }).click()
  await close.click()
  await expect(toast(page)).toContainText('The station is closed')
})
