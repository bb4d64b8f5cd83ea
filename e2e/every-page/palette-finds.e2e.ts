import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { asAna } from '../acts.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'what the palette finds' })

const palette = (page: Page) =>
  page.getByRole('dialog', { name: /^(Search or run a command|Caută sau alege o comandă)$/ })
const lines = (page: Page) => palette(page).getByRole('menuitem')
const stations = (page: Page) =>
  palette(page).getByRole('group', { name: /^(Polling stations|Secții de votare)/ })

async function look(page: Page, typed: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(Search or run a command|Caută sau alege o comandă)$/ })
    .click()
  await palette(page).getByRole('textbox').pressSequentially(typed)
}

test('finds a station by code and number, name, address or both, and leads to its page', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/statistics')
  const station = stations(page).getByRole('menuitem', { name: /Cluj Cluj-Napoca 3/ })
  await look(page, 'CJ 3')
  for (const typed of ['cluj napoca 3', 'FABRICII', 'stefan cel mare 12']) {
    await expect(station).toContainText('str. Fabricii 12')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(station).toHaveCount(0)
    await page.keyboard.type(typed)
  }
  await expect(station).toContainText('str. Fabricii 12')
  await expectNoViolations(page)
  await station.click()

  await expect(page.getByRole('heading', { name: 'Cluj Cluj-Napoca 3' })).toBeVisible()
  expect(pathOf(page.url())).toMatch(/^\/stations\/\d+$/)
  await expect(page.getByText(/str\. Fabricii 12/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to Cluj' }).click()
  await expect(page.getByRole('heading', { name: /^Cluj.* \(CJ\)$/ })).toBeVisible()
})

test.describe(() => {
  test.use({ viewport: sizes.phone })

  test('brings the chosen station into view on a phone', async ({ page }) => {
    await page.goto('/statistics')
    await look(page, 'fabricii')
    const line = stations(page).getByRole('menuitem')
    await expect(line).toContainText('Fabricii')
    const { x = 0, width = 0 } = (await line.boundingBox()) ?? {}
    expect(x + width).toBeLessThanOrEqual(sizes.phone.width)
    await line.click()

    await expect(page.getByText(/str\. Fabricii 12/)).toBeInViewport()
  })
})

test('finds every station with a bare number', async ({ page }) => {
  await page.goto('/statistics')
  await look(page, '1')

  await expect(stations(page).getByRole('menuitem', { name: /Cluj Cluj-Napoca 1/ })).toBeVisible()
  await expect(stations(page).getByRole('menuitem', { name: /Cluj Turda 1/ })).toBeVisible()
})

test('opens the stations of a municipality and filters there by another', async ({ page }) => {
  await page.goto('/statistics')
  await look(page, 'TURDA')
  await palette(page)
    .getByRole('group', { name: 'Municipalities' })
    .getByRole('menuitem', { name: /^Turda/ })
    .click()

  const table = page.getByRole('table', { name: /^Stations of Cluj/ })
  await expect(table.getByRole('row').filter({ hasText: 'Casa de Cultură' })).toBeVisible()
  await expect(table.getByText('Cluj-Napoca')).toHaveCount(0)
  const municipality = page.getByRole('combobox', { name: 'Municipality' })
  await municipality.fill('napoca')
  await municipality.press('Enter')
  await expect(table.getByText('Cluj-Napoca').first()).toBeVisible()
  await expect(table.getByText('Turda')).toHaveCount(0)
})

test('finds notes and messages by their words, and opens the report at its notes', async ({
  page,
  phone,
  server,
}) => {
  await (await phone(1)).note(['CJ-T', 1], { text: 'Ștampila zimbrului lipsește de pe masă' })
  const body = { title: 'Despre ștampile', message: 'Numărați ștampilele zimbrului.' }
  await asAna(server.url, notifications.sendAll, { body })
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(palette(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type('zimbrului STAMP')

  const message = palette(page).getByRole('group', { name: 'Messages' }).getByRole('menuitem')
  await expect(message).toContainText('Despre ștampile')
  const note = palette(page).getByRole('group', { name: 'Notes' }).getByRole('menuitem')
  await expect(note).toContainText('Cluj Turda 1')
  await expect(note.locator('mark')).toHaveText('Ștampila')
  await expect(lines(page)).toHaveCount(2)
  await expectNoViolations(page)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/answers\/details\/\d+\/\d+\?tab=notes$/)
  await expect(page.getByText('Ștampila zimbrului lipsește de pe masă').first()).toBeVisible()
})

test('says that there are more hits of a kind', async ({ page, phone }) => {
  for (let nth = 1; nth <= 6; nth++)
    await (await phone(2)).note(['CJ-T', 2], { text: `Îmbulzeală ${nth}` })
  await page.goto('/statistics')
  await look(page, 'imbulzeala')

  await expect(lines(page)).toHaveCount(5)
  await expect(
    palette(page).getByRole('group', { name: 'Notes · there are more, type on' }),
  ).toBeVisible()
})

test('drops earlier results while the user goes on typing', async ({ page }) => {
  await page.goto('/statistics')
  await look(page, 'fabricii')
  await expect(stations(page)).toBeVisible()
  // The next response is delayed until the story has seen what is shown meanwhile.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/v1\/search/, async (route) => {
    await held
    await route.continue()
  })

  await palette(page).getByRole('textbox').pressSequentially(' 99')
  await expect(stations(page)).toHaveCount(0)
  release()
  await expect(palette(page).getByText('Nothing found')).toBeVisible()
})

test('exports answers, observers and places from the palette', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/statistics')
  await look(page, 'export')
  await expect(lines(page)).toHaveText([
    'Export the answers',
    'Export the observers',
    'Export the counties and polling stations',
  ])
  const received = page.waitForEvent('download')
  await lines(page).filter({ hasText: 'polling stations' }).click()
  expect((await received).suggestedFilename()).toMatch(/\.xlsx$/)

  await look(page, 'export answ')
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog', { name: 'Download the answers?' })
  await expect(window).toBeVisible()
  await window.getByRole('button', { name: 'Cancel' }).click()
  await expect(window).toBeHidden()
  await expect(page).toHaveURL(/\/answers$/)
})

test.describe(() => {
  test.use({ language: 'ro' })

  test('finds a command in the reader’s language and in the other', async ({ page }) => {
    await page.goto('/statistics')
    await look(page, 'add observer')
    await expect(lines(page)).toHaveText(['Adaugă un observator'])

    await page.keyboard.press('Control+a')
    await page.keyboard.type('adauga obs')
    await expect(lines(page)).toHaveText(['Adaugă un observator'])
    await expect(lines(page)).toHaveAttribute('data-focused', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/observatori\/profil\/new/)
  })
})

test('Enter right after the last letter opens the first line, on a slow machine too', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/statistics')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await look(page, 'export')
  await expect(lines(page)).toHaveCount(3)

  await page.keyboard.press('Control+a')
  await page.keyboard.type('add observer')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/observatori\/profil\/new/)
})

test.describe(() => {
  test.use({ isSignedIn: false, about: 'commands of the palette by rights' })

  test('finds only the own county and permitted commands in the palette', {
    tag: '@slow',
  }, async ({ page, server }) => {
    const body = { account: 'gelu', password: 'o parolă de început', role: 'guest' } as const
    await asAna(server.url, accounts.add, { body: { ...body, countyCodes: ['CJ'] } })
    await page.goto('/login')
    await page.getByLabel('User').fill(body.account)
    await page.getByLabel('Password', { exact: true }).fill(body.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('New password', { exact: true }).fill('o parolă numai a lui Gelu')
    await page.getByRole('button', { name: 'Set it and continue' }).click()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()

    await look(page, '1')
    await expect(stations(page).getByRole('menuitem').first()).toBeVisible()
    for (const text of await stations(page).getByRole('menuitem').allTextContents())
      expect(text).toContain('Cluj')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('export')
    await expect(palette(page).getByText('Nothing found')).toBeVisible()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('add')
    await expect(palette(page).getByText('Nothing found')).toBeVisible()
  })
})
