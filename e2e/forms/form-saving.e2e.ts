import { expect, type Locator, type Page } from '@playwright/test'
import { forms } from '#features/forms/contract.ts'
import { addForm, asAna, choose, storedShape, toast } from '../acts.ts'
import { phoneOf } from '../phone.ts'
import { pathOf, test } from '../stage.ts'

test.use({ about: 'form saving' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const exact = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })

test('asks before leaving and offers the unsaved input on return', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await addForm(server.url, 'PAZ')
  await page.goto(`/formulare/${id}`)
  const title = page.getByRole('textbox', { name: 'Title' }).first()
  await title.fill('Pe jumătate')
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Back to the forms' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(title).toHaveValue('Pe jumătate')
  await page.getByRole('link', { name: 'Back to the forms' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/formulare$/)

  await page.goto(`/formulare/${id}`)
  await expect(title).toHaveValue('Formularul PAZ')
  await expect(page.getByText(/Unsaved changes from/)).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(title).toHaveValue('Pe jumătate')
  const opening = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const dialog = await opening
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloaded

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.reload()
  await expect(title).toHaveValue('Formularul PAZ')
  await expect(page.getByText(/Unsaved changes/)).toHaveCount(0)
})

test('shows the form description by its title and in the list, not on the phone', async ({
  page,
  server,
}) => {
  const id = await addForm(server.url, 'DSC')
  const why = 'Se completează la deschidere, o dată.'
  await page.goto(`/formulare/${id}`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill(why)
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Preview' })).not.toContainText(why)
  await exact(page, 'Save as draft').click()
  await expect(toast(page)).toContainText('The draft is saved')

  await page.reload()
  await expect(description).toHaveValue(why)
  await page.goto('/formulare?tab=draft')
  await expect(page.getByRole('row').filter({ hasText: 'Formularul DSC' })).toContainText(why)
  expect(await asAna(server.url, forms.whole, { params: { id } })).toMatchObject({ details: why })
})

test('saves an incomplete draft, names its gaps on publishing and focuses the first', async ({
  page,
}) => {
  await page.goto('/formulare/nou')
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Abia început')
  await exact(page, 'Save as draft').click()
  const row = page.getByRole('row').filter({ hasText: 'Abia început' })
  await expect(row).toBeVisible()

  await row.getByRole('link', { name: 'Abia început', exact: true }).click()
  await exact(page, 'Publish').click()

  await expect(page.getByRole('textbox', { name: 'Code', exact: true }).first()).toBeFocused()
  await expect(page.getByText('A form without questions cannot be published.')).toBeVisible()
  await expect(page.getByText('2 fields need your attention. Nothing was sent.')).toBeVisible()
  await page.goto('/formulare?tab=draft')
  await choose(page, 'Abia început', 'Publish')
  await expect(toast(page)).toContainText('The form is not complete, so it cannot be published.')
})

test('shows errors next to their fields and focuses the first', async ({ page, server }) => {
  const id = await addForm(server.url, 'GRE')
  await page.goto(`/formulare/${id}`)
  await page.getByRole('textbox', { name: 'Option 2' }).nth(3).fill('')
  await page.getByRole('textbox', { name: 'Code', exact: true }).last().fill('GRE1')
  await exact(page, 'Collapse all').click()

  await exact(page, 'Publish').click()

  const code = page.getByRole('textbox', { name: 'Code', exact: true }).last()
  await expect(code).toBeFocused()
  await expect(code).toBeInViewport()
  await expect(code).toHaveAccessibleDescription('Another question of the form has this code.')
  await expect(page.getByRole('textbox', { name: 'Option 2' })).toHaveAccessibleDescription(
    'Write the option.',
  )
  await expect(page.getByText('2 fields need your attention. Nothing was sent.')).toBeVisible()

  await code.fill('GRE4')
  await page.getByRole('textbox', { name: 'Option 2' }).fill('Rău')
  await page.getByRole('textbox', { name: 'Code', exact: true }).first().fill('A')
  await exact(page, 'Publish').click()
  const formCode = page.getByRole('textbox', { name: 'Code', exact: true }).first()
  await expect(formCode).toBeFocused()
  await expect(formCode).toHaveAccessibleDescription(
    'Another form has this code. Choose a different one.',
  )

  for (const name of ['S2', 'S1']) await exact(page, `Delete section ${name}`).click()
  await exact(page, 'Publish').click()
  await expect(page.getByText('The form needs at least one section.')).toBeVisible()
})

test('lists changes and the number of old answers before publishing again', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await addForm(server.url, 'PIE', { draft: false })
  const phone = await phoneOf(server.url, 4)
  await phone.answer(['CJ-T', 1], { PIE1: ['Bine'], PIE2: ['Rău'] })
  await page.goto(`/formulare/${id}`)
  await button(page, 'More actions: Question PIE1').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('textbox', { name: 'Question text' }).first().fill('Cum a mers?')
  await exact(page, 'Publish').click()

  const question = page.getByRole('alertdialog', { name: 'Publish the changed form?' })
  await expect(question).toContainText('1 answer has the old text.')
  await expect(question).toContainText('question PIE1: Cum a fost 1? – 1 answer')
  await expect(question).toContainText('question PIE2: Cum a fost 2? → Cum a mers? – 1 answer')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await storedShape(server.url, id))[0]?.[1]).toHaveLength(3)

  await exact(page, 'Publish').click()
  await exact(question, 'Publish').click()
  await expect(page.getByText('Published, version 2')).toBeVisible()
  expect((await storedShape(server.url, id))[0]?.[1]).toHaveLength(2)

  await page.getByRole('textbox', { name: 'Question text' }).first().fill('Cum a fost?')
  await exact(page, 'Save as draft').click()
  const hiding = page.getByRole('alertdialog', { name: 'Hide the form?' })
  await expect(hiding).toContainText('the observers’ phones no longer show it')
  await hiding.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await page.goto('/formulare?tab=draft')
  await choose(page, 'PIE – Formularul PIE', 'Publish')
  await expect(question).toContainText('question PIE2: Cum a mers? → Cum a fost? – 1 answer')
  await exact(question, 'Publish').click()
  await expect(toast(page)).toContainText('is published')
})

test('queues a second save behind the first', async ({ page, server }) => {
  const id = await addForm(server.url, 'ASZ')
  await page.goto(`/formulare/${id}`)
  await page.getByRole('textbox', { name: 'Title' }).first().fill('De două ori')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const sent: string[] = []
  await page.route('**/api/v1/form', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    sent.push(route.request().postData() ?? '')
    await held
    return route.continue()
  })

  const first = page.waitForRequest((request) => request.method() === 'PUT')
  await exact(page, 'Save as draft').click()
  await first
  await exact(page, 'Publish').click()
  expect(sent).toHaveLength(1)
  letGo()

  await expect(page.getByText('Published, version 1')).toBeVisible()
  await expect(page.getByText(/Someone else has changed the form/)).toHaveCount(0)
  expect(sent).toHaveLength(2)
})

test('takes over a colleague’s save unless it would overwrite local input', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await addForm(server.url, 'DOI')
  const title = page.getByRole('textbox', { name: 'Title' }).first()
  const rename = (description: string) =>
    asAna(server.url, forms.edit, { body: { id, description, draft: true } })
  await page.goto(`/formulare/${id}`)
  await expect(title).toHaveValue('Formularul DOI')

  await rename('De la altcineva')
  await expect(title).toHaveValue('De la altcineva')
  await title.fill('De la mine')
  await rename('Iar de la altcineva')
  await expect(page.getByText(/Someone else has changed the form in the meantime/)).toBeVisible()
  await expect(title).toHaveValue('De la mine')
  await button(page, 'Take theirs').click()

  await expect(title).toHaveValue('Iar de la altcineva')
  expect(pathOf(page.url())).toBe(`/formulare/${id}`)
})
