import { expect, type Page } from '@playwright/test'
import { goWithin } from '../acts.ts'
import { pathOf, test } from '../stage.ts'

test.use({ about: 'choices that are typed' })

const county = (page: Page) => page.getByRole('combobox', { name: 'County' })

const typings = [
  ['its code, left with a click', 'cj', (page: Page) => page.getByLabel('Observer phone').click()],
  ['its name, and Enter', 'Cluj', (page: Page) => county(page).press('Enter')],
  ['a part of its name, left with Tab', 'clu', (page: Page) => county(page).press('Tab')],
] as const

test('narrows the list to a county typed by its code, its name or a part of it', async ({
  page,
}) => {
  await page.goto('/answers')
  for (const [how, typed, send] of typings)
    await test.step(how, async () => {
      await goWithin(page, '/answers')
      await expect(county(page)).toHaveValue('')
      await county(page).fill(typed)

      await send(page)

      await expect(page).toHaveURL(/county=CJ/)
      await expect(county(page)).toHaveValue('CJ – Cluj')
    })
})

test('reports a county that does not exist, and keeps it in the field', async ({ page }) => {
  await page.goto('/answers')
  await county(page).fill('Clouj')
  await page.getByLabel('Station number').fill('2')

  await expect(page.getByText('“Clouj” is not in the list. Choose from it.')).toBeVisible()
  await expect(county(page)).toHaveValue('Clouj')
  await expect(page).toHaveURL(/\/answers\?pollingStationNumber=2$/)
  await county(page).fill('CJ')
  await county(page).press('Tab')
  await expect(page).toHaveURL(/county=CJ/)
  await expect(page.getByText(/is not in the list/)).toHaveCount(0)
})

test('disables sending to a county that does not exist', async ({ page }) => {
  await page.goto('/notifications')
  await expect(page.getByRole('button', { name: /^Send to \d+ observers/ })).toBeEnabled()
  await county(page).fill('Clouj')
  await county(page).press('Tab')

  await expect(page.getByText('“Clouj” is not in the list. Choose from it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to 0 observers' })).toBeDisabled()
  await page.reload()
  await expect(county(page)).toHaveValue('Clouj')
  await expect(page.getByRole('button', { name: 'Send to 0 observers' })).toBeDisabled()

  await county(page).fill('cj')
  await county(page).press('Tab')
  await expect(county(page)).toHaveValue('CJ – Cluj')
  expect(pathOf(page.url())).toBe('/notifications?county=CJ')
})

test('clears the filter when its field is emptied', async ({ page }) => {
  await page.goto('/answers?county=CJ')
  await expect(county(page)).toHaveValue('CJ – Cluj')
  await county(page).fill('')
  await county(page).press('Tab')

  await expect(page).toHaveURL(/\/answers$/)
})
