import { expect, type Page } from '@playwright/test'
import { type FormMeta, forms } from '#features/forms/contract.ts'
import { addCalin, addForm, asAna, drag, overtakingLine, scrollsSideways, signIn } from '../acts.ts'
import { pathOf, sizes, test } from '../stage.ts'

test.use({ about: 'forms' })

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const titles = (page: Page) =>
  page.getByRole('row').getByRole('link', { name: /^Formularul ORD\d/ })

async function choose(page: Page, title: string, action: string): Promise<void> {
  await row(page, title)
    .getByRole('button', { name: /^More actions/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function remove(url: string, ids: readonly FormMeta['id'][]): Promise<void> {
  for (const formId of ids) await asAna(url, forms.remove, { query: { formId } })
}

test('moves a form between the public and draft tabs on publishing and unpublishing', async ({
  page,
  server,
}) => {
  const id = await addForm(server.url, 'MUT')
  await page.goto('/formulare')
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible()
  await expect(row(page, 'Deschidere')).toContainText('A')
  await tab(page, 'Draft').click()
  expect(pathOf(page.url())).toBe('/formulare?tab=draft')
  await expect(row(page, 'Formularul MUT')).toBeVisible()
  const count = Number((await tab(page, 'Draft').innerText()).replace(/\D/g, ''))

  await choose(page, 'Formularul MUT', 'Publish')

  await expect(page.getByText('The form MUT – Formularul MUT is published')).toBeVisible()
  await expect(row(page, 'Formularul MUT')).toHaveCount(0)
  await expect(tab(page, 'Draft')).toHaveText(`Draft${count - 1}`)
  await page.reload()
  await expect(tab(page, 'Draft')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Public').click()
  await choose(page, 'Formularul MUT', 'Unpublish')
  await expect(page.getByText('The form MUT – Formularul MUT is a draft')).toBeVisible()
  await expect(row(page, 'Formularul MUT')).toHaveCount(0)
  await remove(server.url, [id])
})

test('requests published forms separately from drafts', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const path = pathOf(request.url())
    if (/^\/api\/v1\/form(\?|$)/.test(path)) calls.push(path)
  })
  await page.goto('/formulare')
  await expect(row(page, 'Deschidere')).toBeVisible()
  await expect(tab(page, 'Draft')).toHaveText(/^Draft\d+$/)

  // How often is tested in `read-once.e2e.ts`: what other stories changed just now is refetched.
  expect([...new Set(calls)].sort()).toEqual([
    '/api/v1/form?deleted=true',
    '/api/v1/form?draft=false',
    '/api/v1/form?draft=true',
  ])
})

test('asks before deleting a form and restores it on undo', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await addForm(server.url, 'DEL')
  await page.goto('/formulare?tab=draft')
  await choose(page, 'Formularul DEL', 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this record?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Formularul DEL')).toBeVisible()

  await choose(page, 'Formularul DEL', 'Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Formularul DEL')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Formularul DEL')).toBeVisible()

  await remove(server.url, [id])
  await expect(row(page, 'Formularul DEL')).toHaveCount(0)
  const back = page.getByRole('button', { name: /^Bring back .*Formularul DEL/ })
  await back.click()
  await expect(row(page, 'Formularul DEL')).toBeVisible()
  await expect(back).toHaveCount(0)
  await remove(server.url, [id])
})

test('refuses to delete an answered form and says why', async ({ page, phone }) => {
  await (await phone(0)).answer(['CJ-N', 1], { A1: ['Da'] })
  await page.goto('/formulare')

  await choose(page, 'Deschidere', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

  await expect(page.getByText(/The form has answers, so it cannot be deleted/)).toBeVisible()
  await expect(row(page, 'Deschidere')).toBeVisible()
})

test('keeps a manual order of forms, and reverts an order that cannot be saved', {
  tag: '@slow',
}, async ({ page, server }) => {
  const ids = [
    await addForm(server.url, 'ORD1'),
    await addForm(server.url, 'ORD2'),
    await addForm(server.url, 'ORD3'),
  ]
  const [one, two, three] = ['Formularul ORD1', 'Formularul ORD2', 'Formularul ORD3']
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}` })
  await page.goto('/formulare?tab=draft')
  await expect(titles(page)).toHaveText([one!, two!, three!])

  await drag(page, handle('ORD3 – Formularul ORD3'), handle('ORD1 – Formularul ORD1'))
  await expect(titles(page)).toHaveText([three!, one!, two!])
  await handle('ORD1 – Formularul ORD1').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(titles(page)).toHaveText([three!, two!, one!])
  await expect(handle('ORD1 – Formularul ORD1')).toBeFocused()
  await expect
    .poll(async () => {
      const { formVersions } = await asAna(server.url, forms.list, { query: { draft: true } })
      return formVersions.map(({ code }) => code).filter((code) => /^ORD\d/.test(code))
    })
    .toEqual(['ORD3', 'ORD2', 'ORD1'])
  await page.reload()
  await expect(titles(page)).toHaveText([three!, two!, one!])

  await page.route('**/api/v1/form/order', (route) => route.abort())
  await page.keyboard.press('Tab')
  await handle('ORD1 – Formularul ORD1').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText(/The order could not be saved/)).toBeVisible()
  await expect(titles(page)).toHaveText([three!, two!, one!])
  await remove(server.url, ids)
})

test('drops a form where it is released, even without a frame to draw it', {
  tag: '@slow',
}, async ({ page, server }) => {
  const ids = [
    await addForm(server.url, 'ORD1'),
    await addForm(server.url, 'ORD2'),
    await addForm(server.url, 'ORD3'),
  ]
  const handle = (code: string) =>
    page.getByRole('button', { name: `Move ${code} – Formularul ${code}` })
  await page.goto('/formulare?tab=draft')
  await expect(titles(page)).toHaveCount(3)
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })

  await drag(page, handle('ORD3'), handle('ORD1'))

  await expect(titles(page)).toHaveText(['Formularul ORD3', 'Formularul ORD1', 'Formularul ORD2'])
  await remove(server.url, ids)
})

test('keeps the last of two quick reorders, whatever order they arrive in', {
  tag: '@slow',
}, async ({ page, server }) => {
  const ids = [await addForm(server.url, 'ORD1'), await addForm(server.url, 'ORD2')]
  const asTheyWere = ['Formularul ORD1', 'Formularul ORD2']
  const turned = asTheyWere.toReversed()
  await page.goto('/formulare?tab=draft')
  await expect(titles(page)).toHaveText(asTheyWere)
  const line = await overtakingLine(page, '**/api/v1/form/order')

  await page.getByRole('button', { name: 'Move ORD1 – Formularul ORD1' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(titles(page)).toHaveText(turned)
  await page.keyboard.press('Alt+ArrowUp')
  await expect(titles(page)).toHaveText(asTheyWere)
  await line.lets(2)

  await page.reload()
  await expect(titles(page)).toHaveText(asTheyWere)
  await remove(server.url, ids)
})

test.describe('administrator of another organisation', () => {
  test.use({ isSignedIn: false })

  test('reads the forms and changes none', async ({ page, server }) => {
    const calin = await addCalin(server.url)
    await page.goto('/formulare')
    await signIn(page, calin)

    await expect(row(page, 'Deschidere')).toBeVisible()
    await expect(page.getByRole('link', { name: 'New form' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Move|More actions)/ })).toHaveCount(0)
    await row(page, 'Deschidere').getByRole('link', { name: /^View/ }).click()
    await expect(page.getByText('A fost urna sigilată în fața observatorilor?')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Publish|Save)/ })).toHaveCount(0)

    await page.goto('/formulare/nou')
    await expect(page.getByText('Only organisers change the forms')).toBeVisible()
  })
})

test('reports a form address that does not exist', async ({ page }) => {
  await page.goto('/formulare/999999')
  await expect(page.getByRole('heading', { name: 'There is no such form' })).toBeVisible()
  await page.goto('/formulare/urna')
  await expect(page.getByRole('heading', { name: 'There is no such form' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone })

  test('shows forms on cards, marks those for abroad and never scrolls sideways', async ({
    page,
    server,
  }) => {
    const description = 'Străinătate'.repeat(12)
    const id = await addForm(server.url, 'STR', { description, diaspora: true })
    await page.goto('/formulare?tab=draft')

    const cards = page.getByRole('list', { name: 'Draft' }).getByRole('listitem')
    const abroad = cards.filter({ hasText: 'STR' })
    await expect(abroad).toContainText('4 questions')
    await expect(abroad).toContainText('Diaspora')
    expect(await scrollsSideways(page)).toBe(false)
    const box = await abroad.getByRole('link', { name: description, exact: true }).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(sizes.phone.width)
    await remove(server.url, [id])
  })
})
