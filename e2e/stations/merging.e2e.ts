import { expect, type Page } from '@playwright/test'
import { places } from '#features/places/contract.ts'
import { asAna, scrollsSideways, toast } from '../acts.ts'
import { nameOf, type Station } from '../phone.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'merged stations' })

const one: Station = ['CJ-N', 1]
const twin: Station = ['CJ-N', 2]

async function idOf(url: string, area: string, number: number): Promise<number | undefined> {
  const query = { text: `${area} ${number}` }
  const { stations } = await asAna(url, places.search, { query })
  return stations.find((found) => found.number === number)?.id
}

/** Chooses the station that remains, in the open dialog. */
async function choose(page: Page, label: RegExp, station: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: label }).fill(station)
  await page.getByRole('option', { name: station }).first().click()
  return dialog
}

test('merges a duplicate station from an import, moves its reports, and moves them back', {
  tag: '@slow',
}, async ({ page, phone, server }) => {
  const [bogdan, calina] = [await phone(0), await phone(1)]
  await bogdan.answer(one, { A1: ['Da'] })
  await calina.answer(twin, { A1: ['Nu'] })
  await calina.answer(one, { B1: ['Nu'] })
  const old = `/stations/${await idOf(server.url, 'Cluj-Napoca', 2)}`
  await page.goto(old)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Merge into another station…' }).click()
  const dialog = await choose(page, /^Station:/, 'Cluj Cluj-Napoca 1')
  await expect(dialog.getByRole('row', { name: 'Visits 1 2' })).toBeVisible()
  await expect(dialog.getByText(`Observers who reported from both: ${nameOf(1)}.`)).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Cluj Cluj-Napoca 1', exact: true })).toBeVisible()
  await expect(page.getByText('Replaces Cluj Cluj-Napoca 2.')).toBeVisible()
  await expect(toast(page)).toContainText('are merged into')
  await expect(toast(page)).not.toContainText(/another user/i)
  await expect(page.getByText('sent for Cluj Cluj-Napoca 2')).toBeVisible()
  await expect(page.getByText('1 difference to settle')).toBeVisible()
  await expectNoViolations(page)

  // A phone that still has the old number goes on, and the old address leads here.
  await calina.note(twin, { text: 'Sigiliul lipsea', question: 'A1' })
  await expect(page.getByText('Sigiliul lipsea')).toBeVisible()
  const here = pathOf(page.url())
  await page.goto(old)
  await expect.poll(() => pathOf(page.url())).toBe(here)
  await expect(page.getByText('Sigiliul lipsea')).toBeVisible()

  await page.getByRole('button', { name: 'Part Cluj Cluj-Napoca 2' }).click()
  await expect(toast(page)).toContainText('The stations are parted again')
  await expect(page.getByText('sent for Cluj Cluj-Napoca 2')).toBeHidden()
  await page.goto(old)
  await expect(page.getByText('Sigiliul lipsea')).toBeVisible()
  expect(pathOf(page.url())).toBe(old)
})

test('moves the focus to the next station after parting by keyboard, finally to the heading', async ({
  page,
  server,
}) => {
  const [into, ...others] = await Promise.all([
    idOf(server.url, 'Brașov', 1),
    idOf(server.url, 'Brașov', 2),
    idOf(server.url, 'Brașov', 3),
  ])
  for (const id of others)
    await asAna(server.url, places.mergeStation, {
      params: { id: id as never },
      body: { into: into as never },
    })
  await page.goto(`/stations/${into}`)
  const parts = page.getByRole('button', { name: /^Part / })
  await expect(parts).toHaveCount(2)

  await parts.first().press('Enter')
  await expect(parts).toHaveCount(1)
  await expect(parts).toBeFocused()
  await parts.press('Enter')

  await expect(parts).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('leads to the merged station when a colleague merges it during the merge dialog', async ({
  page,
  server: { url },
}) => {
  const [id, into] = await Promise.all([idOf(url, 'Pitești', 1), idOf(url, 'Pitești', 2)])
  await page.goto(`/stations/${id}`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Merge into another station…' }).click()
  await choose(page, /^Station:/, 'Argeș Pitești 3')

  await asAna(url, places.mergeStation, {
    params: { id: id as never },
    body: { into: into as never },
  })

  await expect(toast(page)).toContainText(
    'Argeș Pitești 1 was merged into Argeș Pitești 2 meanwhile',
  )
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Argeș Pitești 2', exact: true })).toBeFocused()
})

test('reports a colleague’s merge during a correction, and keeps the input until the user leaves', async ({
  page,
  server: { url },
}) => {
  const [id, into] = await Promise.all([idOf(url, 'Pitești', 3), idOf(url, 'Pitești', 2)])
  await page.goto(`/stations/${id}`)
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const address = page.getByRole('dialog').getByRole('textbox', { name: 'Address' })
  await address.fill('Strada Nouă 7')

  await asAna(url, places.mergeStation, {
    params: { id: id as never },
    body: { into: into as never },
  })

  await expect(toast(page)).toContainText(
    'Argeș Pitești 3 was merged into Argeș Pitești 2 meanwhile',
  )
  await expect(toast(page)).toContainText('What you wrote is still here.')
  await expect(address).toHaveValue('Strada Nouă 7')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Argeș Pitești 2', exact: true })).toBeVisible()
})

test.describe(() => {
  test.use({ language: 'ro' })

  test('merges two stations on a phone in Romanian, and undoes it from the toast', async ({
    page,
    phone,
    server,
  }) => {
    const bogdan = await phone(2)
    await bogdan.answer(['CJ-T', 1], { A1: ['Da'] })
    await page.setViewportSize(sizes.phone)
    const old = `/stations/${await idOf(server.url, 'Turda', 1)}`
    await page.goto(old)
    await page.getByRole('button', { name: 'Alte acțiuni', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Unește cu altă secție…' }).click()
    const dialog = await choose(page, /^Secție:/, 'Cluj Turda 2')
    await expect(dialog.getByRole('columnheader', { name: 'Cluj Turda 2' })).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
    await dialog.getByRole('button', { name: 'Unește', exact: true }).click()

    await expect(page.getByText('Ține locul secției Cluj Turda 1.')).toBeVisible()
    // A message stays while it is pointed at.
    const undo = page
      .getByRole('region', { name: 'Mesaje' })
      .getByRole('button', { name: 'Anulează' })
    await undo.hover()
    expect(await scrollsSideways(page)).toBe(false)
    await expectNoViolations(page)
    await undo.click()
    await expect.poll(() => pathOf(page.url())).toBe(old)
    await expect(page.getByText('Ține locul secției')).toBeHidden()
  })
})
