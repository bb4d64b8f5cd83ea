import { expect, type Page } from '@playwright/test'
import {
  addForm,
  drag,
  reportRows,
  scrollsSideways,
  spillsOver,
  storedShape,
  tabTo,
} from '../acts.ts'
import { phoneOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'

test.use({ about: 'form editor' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const exact = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('builds and publishes a form by keyboard alone and delivers it to a phone', {
  tag: '@slow',
}, async ({ page, server }) => {
  await page.goto('/formulare')
  await tabTo(page, page.getByRole('link', { name: 'New form' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New form' })).toBeFocused()

  await tabTo(page, page.getByRole('textbox', { name: 'Title' }).first())
  await page.keyboard.type('Numărare')
  await page.keyboard.press('Tab')
  await page.keyboard.type('N')
  await tabTo(page, exact(page, 'Add question'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Question text' })).toBeFocused()
  await page.keyboard.type('S-a numărat cu voce tare?')
  await expect(page.getByRole('textbox', { name: 'Code' }).last()).toHaveValue('N1')
  await tabTo(page, exact(page, 'Add option'))
  await page.keyboard.press('Enter')
  await page.keyboard.type('Da')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Nu, pentru că')
  await tabTo(page, button(page, 'Free text: Nu, pentru că'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(button(page, 'Flagged: Nu, pentru că')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, /^One option, with text/)).toBeVisible()
  await tabTo(page, exact(page, 'Publish'), 'Shift+Tab')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/formulare$/)
  await expect(page.getByRole('link', { name: 'Numărare', exact: true })).toBeVisible()
  const phone = await phoneOf(server.url, 3)
  await phone.answer(['BV-B', 1], { N1: ['Nu, pentru că: era zgomot'] })
  await page.goto('/answers?urgente=true&county=BV')
  const reports = reportRows(page)
  await expect(reports.first()).toContainText('1 flagged')
})

test('keeps the order of sections, questions and options set by drag or keyboard', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await addForm(server.url, 'ORD')
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  await page.goto(`/formulare/${id}`)
  await exact(page, 'Collapse all').click()

  await drag(page, handle('Section S2'), handle('Section S1'))
  await drag(page, handle('Question ORD1'), handle('Question ORD2'))
  await handle('Question ORD1').press('Alt+ArrowDown')
  await expect(handle('Question ORD1')).toBeFocused()
  await button(page, /^ORD4 - /).click()
  await drag(page, handle('Altfel'), handle('Bine'))
  await handle('Bine').press('Enter')
  await page.getByRole('menuitem', { name: 'To the bottom' }).press('Enter')
  await exact(page, 'Save as draft').click()
  await expect(page.getByText('The draft is saved')).toBeVisible()

  expect(await storedShape(server.url, id)).toEqual([
    ['S2', ['ORD4 Altfel Rău Bine']],
    ['S1', ['ORD2 Bine Rău Altfel', 'ORD3 Bine Rău Altfel', 'ORD1 Bine Rău Altfel']],
  ])
  await page.reload()
  const heads = page.getByRole('heading', { level: 4 })
  await expect(heads).toContainText(['ORD4', 'ORD2', 'ORD3', 'ORD1'])
})

test('remembers predefined options, and adds each once', { tag: '@slow' }, async ({
  page,
  server,
}) => {
  const id = await addForm(server.url, 'PRE')
  await page.goto(`/formulare/${id}`)
  const options = page.getByRole('list', { name: 'Options of question PRE4' }).getByRole('textbox')
  const open = () => exact(page, 'Add predefined options').last().click()
  await open()
  const dialog = page.getByRole('dialog', { name: 'Predefined options' })
  await dialog.getByRole('checkbox', { name: 'Yes' }).check()
  await dialog.getByRole('checkbox', { name: '5' }).check()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(options).toHaveCount(5)
  await expect(options.nth(3)).toHaveValue('Yes')

  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await open()
  await expect(dialog.getByRole('checkbox', { name: 'Yes' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'No', exact: true })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'No', exact: true }).check()
  await dialog.getByRole('button', { name: 'Add' }).click()

  await expect(options).toHaveCount(6)
  await expect(options.nth(5)).toHaveValue('No')
  const kept = await page.evaluate(() => localStorage.getItem('selectedPredefinedOptions:ana'))
  expect(JSON.parse(kept ?? '')).toMatchObject({
    yes: 'true',
    no: 'true',
    rating5: 'true',
    rating1: 'false',
  })
})

test('wraps a long word in a question and keeps it inside the window', async ({ page }) => {
  await page.goto('/formulare/nou')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('textbox', { name: 'Question text' }).fill('x'.repeat(300))

  await expect(page.getByRole('heading', { name: /x{300}/ })).toBeVisible()
  expect(await spillsOver(page.getByRole('main'))).toBe(false)
})

test('restores deleted parts from the toast or with Ctrl+Z', { tag: '@slow' }, async ({
  page,
  server,
}) => {
  const id = await addForm(server.url, 'UND')
  await page.goto(`/formulare/${id}`)
  const heads = page.getByRole('heading', { level: 4 })
  await expect(heads).toHaveCount(4)

  await button(page, 'More actions: Question UND2').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(heads).toHaveCount(3)
  await expect(button(page, /^UND3 - /)).toBeFocused()
  await exact(page, 'Undo').click()
  await expect(heads).toContainText(['UND1', 'UND2', 'UND3', 'UND4'])

  await button(page, 'Delete option Rău').first().click()
  await exact(page, 'Delete section S1').click()
  await expect(heads).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(heads).toContainText(['UND1', 'UND2', 'UND3', 'UND4'])
  await page.keyboard.press('Control+z')

  await expect(button(page, 'Delete option Rău')).toHaveCount(4)
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0)
})

test('gives a copied question its own code and moves questions between sections', async ({
  page,
  server,
}) => {
  const id = await addForm(server.url, 'DUB')
  await page.goto(`/formulare/${id}`)
  await button(page, 'More actions: Question DUB1').click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('textbox', { name: 'Question text' }).nth(1)).toBeFocused()
  await button(page, 'More actions: Question DUB5').click()
  await page.getByRole('menuitem', { name: 'Move to section S2' }).click()
  await exact(page, 'Save as draft').click()
  await expect(page.getByText('The draft is saved')).toBeVisible()

  const [, second] = await storedShape(server.url, id)
  expect(second).toEqual(['S2', ['DUB4 Bine Rău Altfel', 'DUB5 Bine Rău Altfel']])
  // The server knows the new parts now: saving again duplicates nothing.
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Încă o dată')
  await exact(page, 'Save as draft').click()
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0)
  expect((await storedShape(server.url, id))[1]).toEqual(second)
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone })

  test('shows the outline and preview of a form without sideways scrolling', async ({
    page,
    server,
  }) => {
    const id = await addForm(server.url, 'TEL')
    await page.goto(`/formulare/${id}`)
    await exact(page, 'Outline').click()
    await button(page, 'Go to question TEL4').click()
    await expect(button(page, /^TEL4 - /)).toBeFocused()

    await exact(page, 'Preview').click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await expect(preview).toContainText('Cum a fost 4?')
    await preview.getByRole('button', { name: 'Close' }).click()
    expect(await scrollsSideways(page)).toBe(false)
  })
})
