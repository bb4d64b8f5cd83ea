import { expect } from '@playwright/test'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'reconnect' })

test('reconnects after the server was cut off and misses nothing', {
  tag: '@slow',
}, async ({ page, phone, server }) => {
  const razvan = await phone(4)
  await page.goto('/answers?county=AG&pollingStationNumber=3')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  await server.restart()
  await razvan.answer(['AG-P', 3], { A1: ['Nu'] })

  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('link', { name: nameOf(4) })).toBeVisible()
})

test('reports a page that cannot load offline, and loads it once online', async ({
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

test('loads a list that failed offline once online, even after retries stopped', {
  tag: '@slow',
}, async ({ page, context, phone }) => {
  await (await phone(4)).answer(['AG-P', 3], { A1: ['Nu'] })
  let failed = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('pollingStationNumber=3')) failed += 1
  })
  await page.clock.install()
  await page.goto('/answers')
  const live = page.getByText('Live', { exact: true })
  await expect(live).toBeVisible()
  const failures = page.getByRole('alert').filter({ hasText: 'Try again' })

  await context.setOffline(true)
  await page.getByLabel('Station number').fill('3')
  await page.keyboard.press('Enter')
  await expect(failures.first()).toBeVisible()
  // It is tried ten times more, and then no longer.
  const wait = async () => {
    await page.clock.fastForward(11_000)
    return failed
  }
  await expect.poll(wait, { timeout: 60_000 }).toBe(11)

  await context.setOffline(false)
  await expect(failures).toHaveCount(0)
  await expect(page.getByRole('link', { name: nameOf(4) })).toBeVisible()
  await expect(live).toBeVisible()
})

test.describe(() => {
  test.use({ timezoneId: 'America/New_York' })

  test('announces a lost connection at once, and the age of its data by the election clock', async ({
    page,
    context,
  }) => {
    const time = { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Bucharest' } as const
    const clock = new Intl.DateTimeFormat('en-GB', time)
    await page.goto('/answers')
    const live = page.getByText('Live', { exact: true })
    await expect(live).toBeVisible()

    await context.setOffline(true)
    // It was last heard of now, or in the minute before.
    const words = [0, 60_000].map((ago) => `Reconnecting, as of ${clock.format(Date.now() - ago)}`)
    const status = page.getByRole('status').filter({ hasText: /^Reconnecting/ })
    await expect(status).toHaveText(new RegExp(`^(${words.join('|')})$`), { timeout: 5000 })

    await context.setOffline(false)
    await expect(live).toBeVisible()
  })
})
