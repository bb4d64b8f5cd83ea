import { expect } from '@playwright/test'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { say } from '#features/situation/copy.ts'
import { speak } from '#kit/contract/copy.ts'
import { scrollsSideways } from '../acts.ts'
import { observerIdOf, stationIdOf } from '../deployment/plan-of.ts'
import { call, fileOf, nameOf } from '../phone.ts'
import { organiser } from '../server.ts'
import { test } from '../stage.ts'

test.use({ about: 'print', colorScheme: 'dark', viewport: { width: 794, height: 1123 } })

/** Parts of the page that show less than they hold. */
const cutParts = () =>
  [...document.querySelectorAll('main, main *:not(svg *, [class*="sr-only"], [aria-hidden])')]
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
    .filter((one) => getComputedStyle(one).overflowY !== 'visible')
    .map((one) => one.outerHTML.slice(0, 120))

test('on paper a report is black on white, in full, with nothing to press', async ({
  page,
  phone,
}) => {
  const zoe = await phone(5)
  await zoe.answer(['AG-P', 3], { A1: ['Nu'] })
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: /Pitești 3/ }).click()
  await expect(page.getByRole('group', { name: /^A1:/ })).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(page.getByRole('checkbox', { name: /^Nu/ }).first()).toBeChecked()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  const root = page.locator('html')
  await expect(root).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(root).toHaveCSS('color', 'rgb(0, 0, 0)')
  expect(await page.evaluate(cutParts)).toEqual([])
})

test('prints notes in full, and times as clock times', async ({ page, phone }) => {
  const long = 'Coada ajunge până în stradă. '.repeat(12).trim()
  const ion = await phone(4)
  await ion.answer(['AG-P', 2], { A1: ['Nu'] })
  await ion.note(['AG-P', 2], { text: long, question: 'A1' })
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: /Pitești 2/ }).click()
  await expect(page.getByRole('button', { name: 'Show note' })).toBeVisible()
  const opened = page.getByRole('region', { name: 'Report' })
  await expect(opened.getByText('just now').first()).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(opened.getByText(long)).toBeVisible()
  await expect(opened.getByText(/just now|min ago/)).toHaveCount(0)
  await expect(opened.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d$/).first()).toBeVisible()
})

test('on paper a list keeps its headings and loses its filters', async ({ page }) => {
  await page.goto('/observatori')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  await expect(page.getByRole('search')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Add observer' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
})

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('prints a report alone, with all its forms, below what it is and when it was printed', async ({
    page,
    phone,
    server,
  }) => {
    const ion = await phone(4)
    await ion.answer(['AG-P', 2], { A1: ['Nu'], B1: ['Da'] })
    await ion.answer(['AG-P', 1], { A1: ['Nu'] })
    await page.goto('/answers?county=AG')
    await page.getByRole('link', { name: /Pitești 2/ }).click()
    await expect(page.getByRole('group', { name: /^A1:/ })).toBeVisible()
    await expect(page.getByRole('group', { name: /^B1:/ })).toBeHidden()

    await page.emulateMedia({ media: 'print' })

    await expect(page.getByRole('group', { name: /^A1:/ })).toBeVisible()
    await expect(page.getByRole('group', { name: /^B1:/ })).toBeVisible()
    await expect(page.getByText('Pitești 1', { exact: true })).toBeHidden()
    await expect(page.getByText(/^Printed: \d+ \w+ \d{4}, .* \(Europe\/Bucharest\)$/)).toBeVisible()
    await expect(page.getByText(server.url)).toBeVisible()
    await expect(page.getByText(/Pitești 2 · Veghe/)).toBeVisible()
  })

  test('prints all pages of the situation and all hours of the trend', async ({ page }) => {
    await page.goto('/situation')
    const figure = page.getByText(speak(say.covered, 'en'), { exact: true })
    await expect(figure).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1000 })
    await expect(figure).toBeVisible()
    await expect(page.getByText(speak(say.urgent, 'en'))).toBeVisible()

    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/statistics')
    const chart = page.getByRole('figure', { name: 'Last 12 hours' })
    await expect(chart.locator('polyline').first()).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    const box = await chart.locator('svg').last().boundingBox()
    expect(box?.width).toBeLessThanOrEqual((await chart.boundingBox())?.width ?? 0)
    await expect(chart.locator('svg').last()).toHaveAttribute('viewBox', '0 0 640 180')
  })

  test('prints station, observer, coverage, statistics and map in full, with head and source', {
    tag: '@slow',
  }, async ({ page, phone, server: { url } }) => {
    await (await phone(4)).answer(['AG-P', 2], { A1: ['Nu'] })
    const station = await stationIdOf(url, ['AG-P', 2])
    const observer = await observerIdOf(url, nameOf(4))
    const paths = [`/stations/${station}`, `/observatori/profil/view/id/${observer}`]
    for (const path of [...paths, '/statistics/coverage', '/statistics', '/map']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 718, height: 1000 })

      await expect(page.getByText(/^Printed: .* \(Europe\/Bucharest\)$/), path).toBeVisible()
      await expect(page.getByText(url + path), path).toBeVisible()
      await expect(page.getByRole('navigation'), path).toHaveCount(0)
      expect(await page.evaluate(cutParts), path).toEqual([])
      await expect.poll(() => scrollsSideways(page), path).toBe(false)
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })

  test('prints rows of a long list that the screen had not drawn', async ({ page, server }) => {
    const { access_token } = await call(server.url, session.authorize, { body: organiser })
    const rows = Array.from({ length: 150 }, (_, nth) => `BV-B,Strada ${nth},${201 + nth}`)
    const file = fileOf('s.csv', 'CommunityCode,Address,Number', ...rows)
    await call(server.url, places.importStations, { body: {} }, access_token, file)
    await page.goto('/polling-stations')
    await page.getByRole('link', { name: 'Brașov', exact: true }).click()
    await expect(page.getByText('Strada 0', { exact: true })).toBeVisible()
    await expect(page.getByText('Strada 149', { exact: true })).toHaveCount(0)

    await page.emulateMedia({ media: 'print' })

    await expect(page.getByText('Strada 149', { exact: true })).toBeVisible()
  })
})
