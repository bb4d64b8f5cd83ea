import { expect } from '@playwright/test'
import { places } from '#features/places/contract.ts'
import { addCounty, asAna, countyRow, drag } from '../acts.ts'
import { test } from '../stage.ts'

test.use({ about: 'dragging' })

test('ends only the drag when a colleague deletes the dragged row', async ({ page, server }) => {
  for (const [code, name] of [
    ['T1', 'Trasă'],
    ['T2', 'Țintă'],
    ['T3', 'Treime'],
  ] as const)
    await addCounty(server.url, code, name, 0)
  await page.goto('/polling-stations')
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  await expect(countyRow(page, 'Treime')).toBeVisible()
  const order = async () => (await asAna(server.url, places.counties, {})).map(({ code }) => code)

  const taken = await handle('Trasă (T1)').boundingBox()
  if (!taken) throw new Error('Nothing to drag')
  const [x, y] = [taken.x + taken.width / 2, taken.y + taken.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 12, { steps: 3 })
  await expect(page.locator('[data-held]')).toHaveCount(1)
  const all = await asAna(server.url, places.counties, {})
  const id = all.find(({ code }) => code === 'T1')?.id as never
  await asAna(server.url, places.removeCounty, { body: { id } })
  await expect(countyRow(page, 'Trasă')).toHaveCount(0)
  const before = await order()

  await expect(page.locator('[data-dragging]')).toHaveCount(0)
  const palette = page.getByRole('dialog')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await page.mouse.up()
  await page.mouse.move(x, y)
  expect(await order()).toEqual(before)

  await drag(page, handle('Treime (T3)'), handle('Țintă (T2)'))
  await expect.poll(order).toEqual(before.toSpliced(-2, 2, 'T3', 'T2'))
})
