import { expect } from '@playwright/test'
import { observers } from '#features/observers/contract.ts'
import { addObserver, addObservers, asAna, choose, rowOf, signsIn, toast } from '../acts.ts'
import { test } from '../stage.ts'

test.use({ about: 'observers selected' })

test('observers are selected over pages and written to', { tag: '@slow' }, async ({
  page,
  server,
}) => {
  await addObservers(server.url, 201, 'Multă', '0732 1')
  await page.goto('/observatori?name=Multă')
  await page.getByRole('checkbox', { name: 'Select Multă 0000' }).check()
  await page.getByRole('button', { name: 'Page 3' }).click()
  await page.getByRole('checkbox', { name: 'Select Multă 0200' }).check()
  await expect(page.getByText('2 observers selected').last()).toBeVisible()

  await page.getByRole('button', { name: 'Send notification' }).click()

  await expect(page).toHaveURL(/\/notifications\?toObserverIds=/)
  const ids = new URL(page.url()).searchParams.get('toObserverIds') ?? ''
  expect(JSON.parse(ids)).toEqual([expect.any(Number), expect.any(Number)])
})

test('selects a whole list except one observer, and writes to them', { tag: '@slow' }, async ({
  page,
  server,
}) => {
  await addObservers(server.url, 202, 'Toată', '0732 2')
  await page.goto('/observatori?name=Toată')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Select all 202' }).click()
  await page.getByRole('checkbox', { name: 'Select Toată 0007' }).uncheck()
  await expect(page.getByText('201 observers selected').last()).toBeVisible()
  await page.getByRole('button', { name: 'Send notification' }).click()

  // Too many for a URL: the tab keeps them, each selection under its own name.
  await expect(page).toHaveURL(/toObserverIds=stored-[0-9a-f]{12}$/)
  await expect(page.getByRole('button', { name: 'Send to 201 observers' })).toBeVisible()
  const first = page.url()
  await page.goto('/observatori?name=Toată')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Select all 202' }).click()
  await page.getByRole('button', { name: 'Send notification' }).click()
  await expect(page.getByRole('button', { name: 'Send to 202 observers' })).toBeVisible()
  expect(page.url()).not.toBe(first)
  await page.goto(first)
  await expect(page.getByRole('button', { name: 'Send to 201 observers' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(first)
  await expect(other.getByText('The selected observers are not in this browser.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Send to 0 observers' })).toBeDisabled()
})

test('opens a message to an observer from their row', async ({ page, server }) => {
  const id = await addObserver(server.url, 'Nina Notificare', '0733 000 001')
  await page.goto('/observatori?name=Nina')

  await choose(page, 'Nina Notificare', 'Notification')

  await expect(page).toHaveURL(/\/notifications\?toObserverIds=/)
  expect(new URL(page.url()).searchParams.get('toObserverIds')).toBe(`[${id}]`)
})

test('asks before deleting an observer and restores them on undo', {
  tag: '@slow',
}, async ({ page, server }) => {
  await addObserver(server.url, 'Ștefan Șters', '0734 000 001', '7777')
  await page.goto('/observatori?name=Ștefan Șters')
  await choose(page, 'Ștefan Șters', 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this observer?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Ștefan Șters')).toBeVisible()

  await choose(page, 'Ștefan Șters', 'Delete')
  await question.getByRole('button', { name: 'Delete' }).click()

  await expect(toast(page)).toContainText('Success')
  await expect(toast(page)).toContainText('Observer has been removed')
  await expect(page.getByText('No observer matches the filters')).toBeVisible()
  expect(await signsIn(server.url, '0734000001', '7777')).toBe(false)

  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'Ștefan Șters')).toBeVisible()
  expect(await signsIn(server.url, '0734000001', '7777')).toBe(true)
})

test('deletes several observers at once, and restores them from the deleted list', async ({
  page,
  server,
}) => {
  await addObservers(server.url, 3, 'Grup', '0735 1')
  await page.goto('/observatori?name=Grup')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page
    .getByRole('region', { name: 'What is selected' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('alertdialog')).toContainText('Delete 3 observers?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toContainText('3 observers have been removed')

  await page.getByRole('link', { name: 'Deleted observers' }).click()
  await expect(page.getByRole('heading', { name: 'Deleted observers' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore Grup 0001' }).click()
  await expect(toast(page)).toContainText('The observer is back in the list.')
  await expect(rowOf(page, 'Grup 0001')).toHaveCount(0)
  await expect(rowOf(page, 'Grup 0000')).toBeVisible()

  await page.getByRole('link', { name: 'Back to observers' }).click()
  await expect(rowOf(page, 'Grup 0001')).toBeVisible()
  await expect(rowOf(page, 'Grup 0000')).toHaveCount(0)
})

test('undo restores only observers deleted by this act, not by a colleague earlier', async ({
  page,
  server,
}) => {
  await addObservers(server.url, 3, 'Coleg', '0736 1')
  await page.goto('/observatori?name=Coleg')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  const selected = page.getByRole('region', { name: 'What is selected' })
  await selected.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Delete 3 observers?')
  const { data } = await asAna(server.url, observers.list, { query: { name: 'Coleg 0001' } })
  for (const { id } of data) await asAna(server.url, observers.remove, { query: { id } })

  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toContainText('2 observers have been removed')
  await toast(page).getByRole('button', { name: 'Undo' }).click()

  await expect(toast(page)).toContainText('2 observers are back in the list.')
  await expect(rowOf(page, 'Coleg 0000')).toBeVisible()
  await expect(rowOf(page, 'Coleg 0002')).toBeVisible()
  await expect(rowOf(page, 'Coleg 0001')).toHaveCount(0)
})

test('remembers cards instead of rows, and selects a pressed card', async ({ page, server }) => {
  await addObserver(server.url, 'Carmen Card', '0748 000 001')
  await page.goto('/observatori?name=Carmen')
  const card = page
    .getByRole('list', { name: 'Observers' })
    .getByRole('listitem')
    .filter({ hasText: 'Carmen Card' })
  await page.getByRole('button', { name: 'Cards' }).click()
  await expect(card).toBeVisible()
  await page.reload()

  await expect(card).toContainText('0748 000 001')
  await page.getByRole('checkbox', { name: 'Select Carmen Card' }).check()
  await card.click({ position: { x: 200, y: 60 } })
  await expect(page.getByRole('checkbox', { name: 'Select Carmen Card' })).not.toBeChecked()
})
