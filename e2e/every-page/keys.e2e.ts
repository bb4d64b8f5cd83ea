import { expect, type Page } from '@playwright/test'
import { addCalin, reportRows, signIn } from '../acts.ts'
import { holdBack } from '../held-back.ts'
import { nameOf } from '../phone.ts'
import { pathOf, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'keys' })

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run a command' })

/** Opens the palette as soon as the page handles keys. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
}

test('palette and keyboard shortcuts pass accessibility checks', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/answers')
  await openPalette(page)
  await expectNoViolations(page)

  await page.keyboard.type('show keyboard shortcuts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectNoViolations(page)
})

test('palette opens a page found by part of its name', async ({ page }) => {
  await page.goto('/answers')
  await openPalette(page)

  await page.keyboard.type('statis')
  await expect(page.getByRole('menuitem')).toHaveText([/Statistics/])
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
  await expect(palette(page)).toBeHidden()
})

test('palette runs acts of the page and of others, by their name in either language', {
  tag: '@slow',
}, async ({ page, phone }) => {
  await (await phone(1)).answer(['CJ-T', 1], { A1: ['Nu'] })
  await page.goto('/answers')
  await reportRows(page).first().click()
  await expect(page.getByRole('button', { name: 'Set aside' })).toBeVisible()

  await openPalette(page)
  await page.keyboard.type('deoparte raportul')
  await expect(page.getByRole('menuitem')).toHaveText([/Set aside/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')

  await openPalette(page)
  await page.keyboard.type('incident nou')
  await expect(page.getByRole('menuitem')).toHaveText([/New incident/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'New incident' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('palette keeps its key and the letters typed while it loads', async ({ page }) => {
  const shortcuts = await holdBack(page, '**/assets/frame-*.js')
  const window = await holdBack(page, '**/assets/palette-*.js')
  await page.goto('/answers')
  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('st')
  shortcuts.letGo()
  await page.keyboard.type('a')
  window.letGo()
  await expect(palette(page).getByRole('textbox')).toHaveValue('sta')

  await page.keyboard.type('tis')
  await expect(page.getByRole('menuitem')).toHaveText([/Statistics/])
})

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()
const choose = (action: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Dialogs of every kind: on which page, what opens them, and what has the focus then. */
const dialogs = [
  ['/settings/accounts', press('Add account'), 'button', /Organi[sz]/],
  ['/settings/elections', press('Prepare an election'), 'textbox', 'Name'],
  ['/answers', press('Download answers'), 'radio', /^Everything/],
  ['/observatori', choose('Reset password'), 'textbox', 'New password (PIN)'],
  ['/formulare', choose('Delete'), 'button', 'Cancel'],
  ['/deployment/plan', press('Add to the plan'), 'searchbox', 'Observer: name'],
] as const

test('every dialog focuses its first field, or else its first button', async ({ page }) => {
  for (const [path, open, role, name] of dialogs)
    await test.step(path, async () => {
      await page.goto(path)
      await open(page)
      const window = page.locator('[role=dialog], [role=alertdialog]')
      await expect(window.getByRole(role, { name }).first()).toBeFocused()
    })
})

test('palette finds an observer by phone, and by name regardless of accents', async ({ page }) => {
  await page.goto('/answers')
  for (const typed of [nameOf(2).split(' ')[0] ?? '', '100 003']) {
    await page.getByRole('button', { name: 'Search or run a command' }).click()
    await palette(page).getByRole('textbox').fill(typed)
    await page.getByRole('menuitem', { name: nameOf(2) }).click()

    await expect(page).toHaveURL(/\/observatori\/profil\/view\/id\/\d+$/)
    await expect(page.getByText(nameOf(2)).first()).toBeVisible()
  }
})

test('palette opens the reports of a station by county and number', async ({ page }) => {
  await page.goto('/statistics')
  await openPalette(page)

  await page.keyboard.type('brasov 2')
  await page.getByRole('menuitem', { name: 'Reports from Brașov, station 2' }).click()

  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  expect(pathOf(page.url())).toBe('/answers?county=BV&pollingStationNumber=2')
})

test('palette switches to dark mode and reports when it finds nothing', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/answers')
  await openPalette(page)
  await page.keyboard.type('appearance zebra')
  await expect(page.getByText('Nothing found')).toBeVisible()

  await page.keyboard.press('Control+a')
  await page.keyboard.type('appearance: dark')
  await page.keyboard.press('Enter')

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('g and a letter lead to a page, and ? shows every key', async ({ page }) => {
  await page.goto('/answers')
  await openPalette(page)
  await page.keyboard.press('Escape')

  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 1, name: 'Observers' })).toBeVisible()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'From the filters back to the list',
  )
})

test('/ moves to the filters, and turns off letter shortcuts there', async ({ page, phone }) => {
  await (await phone(1)).answer(['CJ-T', 1], { A1: ['Da'] })
  await page.goto('/answers')
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()

  await page.keyboard.press('/')
  const county = page.getByRole('combobox', { name: 'County' })
  await expect(county).toBeFocused()
  await page.keyboard.type('goj?')
  await expect(county).toHaveValue('goj?')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('Escape')
  await expect(county).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(reportRows(page).first()).toBeFocused()
})

test('turns off letter shortcuts and keeps the palette', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/answers')
  await openPalette(page)
  await page.keyboard.type('show keyboard shortcuts')
  await page.keyboard.press('Enter')
  await page.getByRole('switch', { name: 'Letters as shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('?')
  await openPalette(page)
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test.describe(() => {
  test.use({ isSignedIn: false })

  test('hides adding forms and counties from accounts without the right', async ({
    page,
    server,
  }) => {
    const calin = await addCalin(server.url)
    await page.goto('/login')
    await signIn(page, calin)
    await openPalette(page)

    await page.keyboard.type('add')
    await expect(page.getByRole('menuitem')).toHaveText([/Add an observer/])
    await page.keyboard.press('Control+a')
    await page.keyboard.type('import')
    await expect(page.getByRole('menuitem')).toHaveText([/Import the plan/, /Import observers/])
  })
})
