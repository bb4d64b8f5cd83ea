import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { photograph, taken } from '#features/notes/server/testing-pictures.ts'
import { nameOf, type Station } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'photographs' })

const station: Station = ['AG-P', 1]

/** The path of a stored file. */
function keptIn(folder: string, bytes: Buffer): string {
  const digest = createHash('sha256').update(bytes).digest('hex')
  return join(folder, digest.slice(0, 2), digest)
}

const sizeOf = (image: HTMLElement | SVGElement) =>
  image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : []

test(
  'shows a photograph upright, and offers broken or unsupported ones as downloads',
  { tag: '@slow' },
  async ({ page, phone }, info) => {
    const files = {
      whole: await taken(600, 400),
      broken: (await photograph(600, 400)).subarray(0, 20_000),
      foreign: Buffer.from('0000001866747970686569630000000068656963', 'hex'),
    }
    const dana = await phone(2)
    for (const [text, bytes] of Object.entries(files)) {
      const image = info.outputPath(text)
      await writeFile(image, bytes)
      await dana.note(station, { text, image })
    }
    await page.goto('/answers?county=AG')
    await page.getByRole('link', { name: nameOf(2) }).click()
    await page.getByRole('tab', { name: /^Notes/ }).click()
    const note = (text: string) => page.getByRole('article').filter({ hasText: text })

    await test.step('the picture is ours, and the original a button further', async () => {
      await note('whole')
        .getByRole('button', { name: /^Enlarge the photograph/ })
        .click()
      const dialog = page.getByRole('dialog')
      const image = dialog.getByRole('img')
      await expect(image).toHaveAttribute('src', /-shown\.jpg$/)
      await expect.poll(() => image.evaluate(sizeOf)).toEqual([400, 600])
      const downloading = page.waitForEvent('download')
      await dialog.getByRole('link', { name: 'Download the original' }).click()
      expect((await readFile(await (await downloading).path())).equals(files.whole)).toBe(true)
      await dialog.getByRole('button', { name: 'Close' }).click()
    })

    await test.step('explains a file that cannot be shown and downloads it unchanged', async () => {
      for (const [text, says] of [
        ['broken', 'The photograph could not be shown.'],
        ['foreign', 'HEIC photographs cannot be shown here'],
      ] as const) {
        await expect(note(text)).toContainText(says)
        await expect(note(text).locator('img')).toHaveCount(0)
        const downloading = page.waitForEvent('download')
        await note(text).getByRole('link', { name: 'photo.png' }).click()
        expect((await readFile(await (await downloading).path())).equals(files[text])).toBe(true)
      }
    })
  },
)

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('finds a photograph within three clicks and without scrolling', async ({
    page,
    phone,
  }, info) => {
    const image = info.outputPath('seal')
    await writeFile(image, await taken(600, 400))
    const person = await phone(4)
    await person.answer(station, { A1: ['Nu'] })
    await person.note(station, { text: 'Sigiliul rupt.', image })
    await (await phone(5)).answer(station, { A1: ['Nu'] })
    await page.goto('/')
    let clicks = 0
    const click = async (place: Locator) => {
      await expect(place).toBeInViewport({ ratio: 1 })
      await place.click()
      clicks += 1
    }

    await click(page.getByRole('list', { name: 'Reports' }).getByRole('link', { name: nameOf(4) }))
    const photographs = page.getByRole('list', { name: 'Photographs' })
    await click(photographs.getByRole('button', { name: /^Enlarge the photograph/ }))

    await expect(page.getByRole('dialog').getByRole('img')).toBeInViewport({ ratio: 1 })
    expect(clicks).toBeLessThanOrEqual(3)

    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const rows = page.getByRole('list', { name: 'Reports' })
    await expect(rows.getByRole('link', { name: nameOf(5) })).toBeVisible()
    await page.getByRole('checkbox', { name: 'With photographs' }).click()
    await expect(rows.getByRole('link', { name: nameOf(5) })).toHaveCount(0)
    await expect(rows.getByRole('link', { name: nameOf(4) })).toBeVisible()
  })
})

test('reports a photograph missing from storage instead of showing it broken', async ({
  page,
  phone,
  server,
}, info) => {
  const files = {
    'lost picture': await taken(300, 200),
    'lost kind': Buffer.from('0000001866747970686569630000000168656963', 'hex'),
  }
  const person = await phone(3)
  for (const [text, bytes] of Object.entries(files)) {
    const image = info.outputPath(text)
    await writeFile(image, bytes)
    await person.note(station, { text, image })
    await rm(keptIn(server.attachments, bytes))
  }
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: nameOf(3) }).click()
  await page.getByRole('tab', { name: /^Notes/ }).click()
  const note = (text: string) => page.getByRole('article').filter({ hasText: text })
  const says = 'The file is missing or incomplete.'

  await expect(note('lost picture')).toContainText(says)
  await expect(note('lost picture').locator('img')).toHaveCount(0)
  await expect(note('lost picture').getByRole('link', { name: 'photo.png' })).toHaveCount(0)
  await note('lost kind').getByRole('link', { name: 'photo.png' }).click()
  await expect(note('lost kind')).toContainText(says)
  await expect(page).toHaveURL(/answers/)
})
