import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { addCounty, asAna, scrollsSideways, signInFirst } from '../acts.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'where one is' })

const line = (page: Page) => page.getByRole('complementary', { name: 'Where you are' })

/** Pages of every kind: a list, a chart, what is edited, and what concerns no election. */
const pages = [
  '/answers',
  '/statistics',
  '/observatori',
  '/observatori/profil/new',
  '/formulare/nou',
  '/notifications',
  '/polling-stations',
  '/unmatched',
  '/settings/accounts',
  '/settings/security',
  '/history',
  '/settings/elections',
]

/** A staff user limited to some counties. */
async function addLimited(url: string, account: string, countyCodes: string[]) {
  const mine = (await asAna(url, accounts.list, {})).find((one) => one.account === 'ana')
  const password = 'prima parolă dată'
  const standing = { role: 'reviewer', countyCodes } as const
  const ngoId = mine?.ngoId as never
  await asAna(url, accounts.add, { body: { account, password, ngoId, ...standing } })
  return { user: account, password }
}

test('every page names its election and the organisation of the account', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { name } = await asAna(server.url, elections.current, {})
  const mine = (await asAna(server.url, accounts.list, {})).find((one) => one.account === 'ana')
  for (const path of pages) {
    await page.goto(path)
    await expect(line(page), path).toContainText(name)
    await expect(line(page), path).toContainText(mine?.ngo ?? '')
  }
  await page.emulateMedia({ media: 'print' })
  await expect(line(page)).toBeVisible()
})

test.describe('account limited', () => {
  test.use({ isSignedIn: false })

  test('shows the name of a single county on every page', { tag: '@slow' }, async ({
    page,
    server,
  }) => {
    const user = await addLimited(server.url, 'unul', ['CJ'])
    await page.goto('/answers')
    await signInFirst(page, user, 'parola aleasă de unul')
    await expect(line(page)).toContainText('Cluj only')
    await page.goto('/settings/security')
    await expect(line(page)).toContainText('Cluj only')
  })

  test('shows a number instead of more than three counties, and their names on request', async ({
    page,
    server,
  }) => {
    const codes = ['X1', 'X2', 'X3', 'X4']
    for (const code of codes) await addCounty(server.url, code, `Județul ${code}`, 1)
    const user = await addLimited(server.url, 'patru', codes)
    await page.goto('/answers')
    await signInFirst(page, user, 'parola aleasă de patru')
    const counties = line(page).getByRole('button', { name: '4 counties only' })
    await expect(counties).toBeVisible()
    await expect(line(page).getByText('Județul X4')).toBeHidden()

    await counties.press('Enter')
    await expect(line(page).getByText('Județul X4')).toBeVisible()
    await counties.press('Enter')
    await page.emulateMedia({ media: 'print' })
    await expect(line(page).getByText('Județul X4')).toBeVisible()
  })

  test('reads one line on a phone, which unfolds', async ({ page, server }) => {
    await page.setViewportSize(sizes.phone)
    const current = await asAna(server.url, elections.current, {})
    const name = 'Alegerile pentru Senat și pentru Camera Deputaților din anul 2026'
    await asAna(server.url, elections.edit, { body: { name } })
    const user = await addLimited(server.url, 'doua', ['CJ', 'BV'])
    await page.goto('/answers')
    await signInFirst(page, user, 'parola aleasă de doua')
    await expect(line(page)).toContainText(name)
    const { height } = (await line(page).boundingBox()) ?? { height: 0 }
    expect(height).toBeLessThan(40)
    expect(await scrollsSideways(page)).toBe(false)

    await line(page).getByRole('button', { name: 'Show the whole line' }).click()
    const unfolded = (await line(page).boundingBox()) ?? { height: 0 }
    expect(unfolded.height).toBeGreaterThan(height)
    expect(await scrollsSideways(page)).toBe(false)
    await expect(page.getByText('No report has arrived yet')).toBeVisible()
    await expectNoViolations(page)
    await asAna(server.url, elections.edit, { body: { name: current.name } })
  })
})
