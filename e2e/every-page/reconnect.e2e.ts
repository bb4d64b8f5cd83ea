import { expect } from '@playwright/test'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'reconnect' })

test('a screen whose server was cut off finds back by itself and misses nothing', async ({
  page,
  phone,
  server,
}) => {
  const razvan = await phone(4)
  await page.goto('/answers?county=AG&pollingStationNumber=3')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  await server.restart()
  await razvan.answer(['AG-P', 3], { A1: ['Nu'] })

  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('link', { name: nameOf(4) })).toBeVisible()
})

test('a page that cannot be loaded without network says so in its place, and comes with the network', async ({
  page,
  context,
}) => {
  await page.goto('/answers')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await context.setOffline(true)

  await page.getByRole('link', { name: 'Forms' }).click()

  // The app's frame is there, and what was read before is still shown.
  await expect(page.getByRole('alert')).toContainText('Try again')
  await expect(page.getByRole('link', { name: 'Answers' })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Forms' })).toBeVisible()
})
