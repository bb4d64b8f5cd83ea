import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { call, nameOf } from './phone.ts'
import { organiser } from './server.ts'
import { pathOf, test } from './stage.ts'

test.use({ about: 'observers' })

const tokenOf = async (url: string, user: string, password: string) =>
  (await call(url, session.authorize, { body: { user, password } })).access_token

const asAna = (url: string) => tokenOf(url, organiser.user, organiser.password)

async function add(url: string, name: string, phone: string, pin = '4821'): Promise<number> {
  return call(url, observers.add, { body: { name, phone, pin } }, await asAna(url))
}

async function addMany(url: string, count: number, surname: string, prefix: string): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(4, '0')
    return `${prefix} ${number},4821,${surname} ${number}`
  })
  const form = new FormData()
  form.append('file', new Blob([['Phone,Pin,Name', ...rows].join('\n')]), 'observers.csv')
  await call(url, observers.import, { body: {} }, await asAna(url), form)
}

/** Whether an observer gets in on a phone, with this pin. */
const signsIn = (url: string, user: string, password: string) =>
  call(url, session.authorizeV1, { body: { user, password, uniqueId: user } }).then(
    () => true,
    () => false,
  )

const toast = (page: Page) => page.getByRole('region', { name: 'Messages' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions: ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('the list says how many there are, and a filter survives a reload', async ({
  page,
  server,
}) => {
  await add(server.url, 'Filip Filtru', '0731 000 001')
  await page.goto('/observatori')
  await expect(page.getByRole('heading', { name: 'Observers' })).toBeVisible()
  await expect(page.getByText(/^\d+ total$/)).toBeVisible()
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  const reset = page.getByRole('button', { name: 'Reset', exact: true })
  await expect(filter).toBeDisabled()
  await expect(reset).toBeDisabled()

  await page.getByLabel('Name', { exact: true }).fill('filip')
  await page.getByLabel('Phone', { exact: true }).fill('731000')
  await filter.click()
  await expect(page.getByText('1 found')).toBeVisible()
  await page.reload()

  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('filip')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, 'Filip Filtru')).toBeVisible()

  await reset.click()
  await expect(rowOf(page, nameOf(0))).toBeVisible()
  expect(pathOf(page.url())).toBe('/observatori')
})

test('emptied fields show everybody again, and nobody loses their place in them', async ({
  page,
}) => {
  await page.goto('/observatori?name=Bogdan')
  await expect(page.getByRole('row')).toHaveCount(2)

  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')

  await expect(rowOf(page, nameOf(1))).toBeVisible()
  await expect(name).toBeFocused()
})

test('a heading orders the list on the server, and the address says so', async ({
  page,
  phone,
}) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 1], { A1: ['Da'] })
  await page.goto('/observatori')

  await page.getByRole('button', { name: 'Last active' }).click()
  await expect(page).toHaveURL(/sort=lastSeen/)
  await page.getByRole('button', { name: 'Last active' }).click()

  await expect(page).toHaveURL(/order=desc/)
  await expect(page.getByRole('row').nth(1)).toContainText(nameOf(0))
  await expect(page.getByRole('columnheader', { name: 'Last active' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('observers are selected over pages and written to', async ({ page, server }) => {
  await addMany(server.url, 201, 'Multă', '0732 1')
  await page.goto('/observatori?name=Multă')
  await page.getByRole('checkbox', { name: 'Select Multă 0000' }).check()
  await page.getByRole('button', { name: 'Page 3' }).click()
  await page.getByRole('checkbox', { name: 'Select Multă 0200' }).check()
  await expect(page.getByText('2 observers selected').last()).toBeVisible()

  await page.getByRole('button', { name: 'Send notification' }).click()

  await expect(page).toHaveURL(/\/notifications\?toObserverIds=/)
  const said = new URL(page.url()).searchParams.get('toObserverIds') ?? ''
  expect(JSON.parse(said)).toEqual([expect.any(Number), expect.any(Number)])
})

test('all of a list are selected at once, but for one, and written to', async ({
  page,
  server,
}) => {
  await addMany(server.url, 202, 'Toată', '0732 2')
  await page.goto('/observatori?name=Toată')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Select all 202' }).click()
  await page.getByRole('checkbox', { name: 'Select Toată 0007' }).uncheck()
  await expect(page.getByText('201 observers selected').last()).toBeVisible()
  await page.getByRole('button', { name: 'Send notification' }).click()

  // Too many for an address: the browser keeps them.
  await expect(page).toHaveURL(/toObserverIds=stored$/)
  const kept = await page.evaluate(() => sessionStorage.getItem('to-observer-ids'))
  expect(JSON.parse(kept ?? '')).toHaveLength(201)
})

test('one observer is written to from their row', async ({ page, server }) => {
  const id = await add(server.url, 'Nina Notificare', '0733 000 001')
  await page.goto('/observatori?name=Nina')

  await choose(page, 'Nina Notificare', 'Notification')

  await expect(page).toHaveURL(/\/notifications\?toObserverIds=/)
  expect(new URL(page.url()).searchParams.get('toObserverIds')).toBe(`[${id}]`)
})

test('an observer is deleted after a question, and undoing brings them back', async ({
  page,
  server,
}) => {
  await add(server.url, 'Ștefan Șters', '0734 000 001', '7777')
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

test('several are deleted at once, wait among the deleted, and are brought back from there', async ({
  page,
  server,
}) => {
  await addMany(server.url, 3, 'Grup', '0735 1')
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

test('an observer is added; a phone that is taken is explained beside its field', async ({
  page,
  server,
}) => {
  await page.goto('/observatori')
  await page.getByRole('link', { name: 'Add observer' }).click()
  await expect(page.getByRole('heading', { name: 'Add observer' })).toBeFocused()
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()

  await page.getByLabel('Name', { exact: true }).fill('  Adela   Adăugată ')
  await page.getByLabel('Phone', { exact: true }).fill('0722-100-001')
  await page.getByRole('button', { name: 'Generate a PIN' }).click()
  const pin = await page.getByLabel('PIN', { exact: true }).inputValue()
  expect(pin).toMatch(/^\d{6}$/)
  await save.click()
  await expect(page.getByText('Another observer has this phone.')).toBeVisible()
  await expect(page.getByLabel('Phone', { exact: true })).toHaveAttribute('aria-invalid', 'true')

  await page.getByLabel('Phone', { exact: true }).fill('0736 000 001')
  await save.click()

  await expect(toast(page)).toContainText('Observer has been added')
  await expect(page).toHaveURL(/\/observatori$/)
  await expect(page.getByRole('link', { name: 'Adela Adăugată', exact: true })).toBeVisible()
  expect(await signsIn(server.url, '0736000001', pin)).toBe(true)
})

test('what was entered and not saved is not lost unasked', async ({ page }) => {
  await page.goto('/observatori/profil/new')
  await page.getByLabel('Name', { exact: true }).fill('Vlad Nesalvat')

  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Vlad Nesalvat')

  await page.getByRole('link', { name: 'Back' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Observers' })).toBeVisible()
})

test('the address finds exactly the phone it names, and says when nobody has it', async ({
  page,
  server,
}) => {
  await add(server.url, 'Lung', '0737 000 0011')
  await add(server.url, 'Scurt', '0737 000 001')
  await page.goto('/observatori/profil/edit/0737%20000%20001')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Scurt')

  await page.goto('/observatori/profil/edit/07370')
  await expect(page.getByText('No observer has the phone 07370')).toBeVisible()
})

test('editing stays on the screen, and an empty pin stays as it was', async ({ page, server }) => {
  await add(server.url, 'Mihai Vechi', '0738 000 001', '5151')
  await page.goto('/observatori?name=Mihai%20Vechi')
  await page.getByRole('link', { name: 'Edit Mihai Vechi' }).click()
  await expect(page.getByRole('heading', { name: 'Edit observer' })).toBeVisible()

  await page.getByLabel('Name', { exact: true }).fill('Mihai Nou')
  await page.getByLabel('Phone', { exact: true }).fill('+40 738 000 001')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Changes have been saved')
  await expect(page).toHaveURL(/\/observatori\/profil\/edit\/(%2B|\+)40/)
  expect(await signsIn(server.url, '40738000001', '5151')).toBe(true)

  await page.getByLabel('PIN', { exact: true }).fill('6262')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('')
  expect(await signsIn(server.url, '40738000001', '6262')).toBe(true)
  expect(await signsIn(server.url, '40738000001', '5151')).toBe(false)

  // The list is left as it was found: its filter came along.
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/name=Mihai/)
})

test('an observer who is looked at cannot be changed by mistake, only after asking for it', async ({
  page,
  server,
}) => {
  await add(server.url, 'Vera Văzută', '0739 000 001')
  await page.goto('/observatori?name=Vera')
  await page.getByRole('link', { name: 'Vera Văzută', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Vera Văzută' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/observatori\?name=Vera$/)
  await expect(toast(page)).toContainText('Observer has been removed')
})

test('a change that somebody else makes is shown, and overwrites nothing that was typed', async ({
  page,
  server,
}) => {
  const id = await add(server.url, 'Doina Dublă', '0741 000 001')
  const token = await asAna(server.url)
  const rename = (name: string) =>
    call(server.url, observers.edit, { body: { observerId: id as never, name } }, token)
  await page.goto('/observatori/profil/edit/0741000001')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('Doina Dublă')

  await rename('Doina Întâi')
  await expect(name).toHaveValue('Doina Întâi')

  await name.fill('Doina mea')
  await rename('Doina a doua')
  await expect(page.getByText('Somebody else has changed this observer meanwhile.')).toBeVisible()
  await expect(name).toHaveValue('Doina mea')
  await page.getByRole('button', { name: 'Show what is there now' }).click()
  await expect(name).toHaveValue('Doina a doua')
})

test('a new pin works at once, and the old one no longer', async ({ page, server }) => {
  await add(server.url, 'Paula Pin', '0742 000 001', '1212')
  await page.goto('/observatori?name=Paula')
  await choose(page, 'Paula Pin', 'Reset password')
  const dialog = page.getByRole('dialog', { name: 'New password for Paula Pin' })
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeDisabled()

  const field = dialog.getByLabel('New password (PIN)')
  await field.fill('12')
  await confirm.click()
  await expect(dialog.getByText('A PIN has at least 4 characters.')).toBeVisible()
  await field.fill('343434')
  await confirm.click()

  await expect(toast(page)).toContainText('Success!')
  await expect(toast(page)).toContainText('Password has been reset for the observer.')
  await expect(dialog).toBeHidden()
  expect(await signsIn(server.url, '0742000001', '343434')).toBe(true)
  expect(await signsIn(server.url, '0742000001', '1212')).toBe(false)
})

test('a pin that cannot be reset says so, and keeps what was typed', async ({ page, server }) => {
  const id = await add(server.url, 'Sorin Dispărut', '0743 000 001')
  await page.goto('/observatori?name=Sorin')
  await choose(page, 'Sorin Dispărut', 'Reset password')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New password (PIN)').fill('9876')
  await call(server.url, observers.remove, { query: { id: id as never } }, await asAna(server.url))

  await dialog.getByRole('button', { name: 'Confirm' }).click()

  await expect(toast(page)).toContainText('Error!')
  await expect(toast(page)).toContainText('Could not reset password')
  await expect(dialog.getByText('It does not exist, or no longer does.')).toBeVisible()
  await expect(dialog.getByLabel('New password (PIN)')).toHaveValue('9876')
})

test('the list of the filters is taken away as a workbook or as CSV', async ({ page, server }) => {
  await add(server.url, 'Exporta Una', '0744 000 001')
  await page.goto('/observatori?name=Exporta')
  const button = page.getByRole('button', { name: 'Export', exact: true })

  const workbook = page.waitForEvent('download')
  await button.click()
  await page.getByRole('menuitem', { name: 'Excel workbook' }).click()
  const { suggestedFilename, path } = await workbook.then((file) => ({
    suggestedFilename: file.suggestedFilename(),
    path: file.path(),
  }))
  expect(suggestedFilename).toMatch(/\.xlsx$/)
  expect((await readFile(await path)).subarray(0, 2).toString()).toBe('PK')

  const csv = page.waitForEvent('download')
  await button.click()
  await page.getByRole('menuitem', { name: 'CSV file' }).click()
  const text = await readFile(await (await csv).path(), 'utf8')
  expect(text).toContain('Exporta Una')
  expect(text).not.toContain(nameOf(0))
})

/** What Excel saves in Central Europe: ș and ț are one byte each. */
const windows1250 = (text: string) =>
  Buffer.from(
    text.replaceAll('Ș', '\xaa').replaceAll('ț', '\xfe').replaceAll('ă', '\xe3'),
    'latin1',
  )

test('a file is checked first, wrong rows are shown and left out, the others imported', async ({
  page,
  server,
}) => {
  await page.goto('/observatori/import')
  const button = page.getByRole('button', { name: 'Import', exact: true })
  await expect(button).toBeDisabled()
  await page.getByLabel('CSV file').setInputFiles({
    name: 'observatori.csv',
    mimeType: 'text/csv',
    buffer: windows1250(
      'Mobil privat;Pin;Nume\n0745 000 001;4821;Șerban Împuțitul\n0745 000 002;12;Scurtă Pin\n0745 000 003;4821;Costică Rândul\n',
    ),
  })
  await expect(button).toBeDisabled()
  await page.getByRole('combobox', { name: 'Organisation' }).fill('O')
  await page.getByRole('option').first().click()

  await expect(page.getByText('No column holds: Phone.')).toBeVisible()
  await page.getByRole('button', { name: /Mobil privat/ }).click()
  await page.getByRole('option', { name: 'Phone' }).click()

  await expect(page.getByText('2 new rows')).toBeVisible()
  await expect(page.getByText('1 wrong row', { exact: true })).toBeVisible()
  const wrong = page.getByRole('table', { name: 'Wrong rows' })
  await expect(wrong.getByRole('row').nth(1)).toContainText('3')
  await expect(wrong.getByRole('row').nth(1)).toContainText('A PIN has at least 4 characters.')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the wrong rows' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('3,A PIN has at least 4 characters.,0745 000 002,Scurtă Pin')
  await page.getByRole('tab', { name: 'The first rows' }).click()
  await expect(page.getByRole('cell', { name: 'Șerban Împuțitul' })).toBeVisible()

  await button.click()
  await expect(toast(page)).toContainText('Error')
  await expect(toast(page)).toContainText('Encountered error while uploading csv')
  await expect(toast(page)).toContainText('Nothing was imported')

  await page.getByRole('checkbox', { name: 'Import the good rows, skip the wrong ones' }).check()
  await button.click()
  await expect(toast(page)).toContainText('2 observers have been added successfully')
  await expect(page.getByText('1 wrong row was skipped.')).toBeVisible()
  await page.getByRole('link', { name: 'See the observers' }).click()
  await expect(rowOf(page, 'Costică Rândul')).toBeVisible()
  expect(await signsIn(server.url, '0745000001', '4821')).toBe(true)
})

test('a large file is imported by itself, and survives a reload', async ({ page }) => {
  const rows = Array.from({ length: 2001 }, (_, index) => `0746 ${index},4821,Mare ${index}`)
  await page.goto('/observatori/import')
  await page.getByRole('combobox', { name: 'Organisation' }).fill('O')
  await page.getByRole('option').first().click()
  await page.getByLabel('CSV file').setInputFiles({
    name: 'mare.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Phone,Pin,Name', ...rows].join('\n')),
  })
  await expect(page.getByText('2,001 new rows')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Import', exact: true }).click()

  await expect(page).toHaveURL(/\/observatori\/import\?task=\d+/)
  await page.reload()
  await expect(page.getByText('2,001 observers have been added successfully')).toBeVisible({
    timeout: 15_000,
  })
  await page.getByRole('button', { name: 'Import another file' }).click()
  await expect(page.getByLabel('CSV file')).toBeVisible()
})

test('a large import can be stopped, and then nothing of it stays', async ({ page, server }) => {
  const rows = Array.from({ length: 150_000 }, (_, index) => `0761 ${index},4821,Oprit ${index}`)
  const form = new FormData()
  form.append('file', new Blob([['Phone,Pin,Name', ...rows].join('\n')]), 'oprit.csv')
  const token = await asAna(server.url)
  const { id } = await call(server.url, observers.startImport, { body: {} }, token, form)

  await page.goto(`/observatori/import?task=${id}`)
  await expect(page.getByRole('progressbar', { name: /oprit\.csv/ })).toBeVisible()
  await page.getByRole('button', { name: 'Stop the import' }).click()

  await expect(page.getByText('The import was stopped. Nothing of it was kept.')).toBeVisible()
  await page.goto('/observatori?name=Oprit')
  await expect(page.getByText('No observer matches the filters')).toBeVisible()
})

test('a list that cannot be loaded says so, and is loaded again when asked', async ({ page }) => {
  await page.goto('/observatori')
  await expect(rowOf(page, nameOf(0))).toBeVisible()
  await page.route(/\/api\/v1\/observer\?/, (route) => route.abort())

  await page.getByRole('button', { name: 'Phone' }).click()
  await expect(page.getByRole('button', { name: 'Load the list again' })).toBeVisible()
  // What was there stays, and is no longer in the way once there is something newer.
  await expect(rowOf(page, nameOf(0))).toBeVisible()

  await page.unroute(/\/api\/v1\/observer\?/)
  await page.getByRole('button', { name: 'Load the list again' }).click()
  await expect(page.getByRole('button', { name: 'Load the list again' })).toBeHidden()
})

test('what others change appears in the list by itself', async ({ page, server }) => {
  await page.goto('/observatori?name=Luminița')
  await expect(page.getByText('No observer matches the filters')).toBeVisible()

  await add(server.url, 'Luminița Live', '0747 000 001')

  await expect(rowOf(page, 'Luminița Live')).toBeVisible()
})

test('cards instead of rows are remembered, and a press on one selects it', async ({
  page,
  server,
}) => {
  await add(server.url, 'Carmen Card', '0748 000 001')
  await page.goto('/observatori?name=Carmen')
  await page.getByRole('button', { name: 'Cards' }).click()
  await page.reload()

  const card = page
    .getByRole('list', { name: 'Observers' })
    .getByRole('listitem')
    .filter({ hasText: 'Carmen Card' })
  await expect(card).toContainText('0748 000 001')
  await page.getByRole('checkbox', { name: 'Select Carmen Card' }).check()
  await card.click({ position: { x: 200, y: 60 } })
  await expect(page.getByRole('checkbox', { name: 'Select Carmen Card' })).not.toBeChecked()
})

test('without a mouse an observer is found, edited and deleted, and the focus is never lost', async ({
  page,
  server,
}) => {
  await add(server.url, 'Tatiana Taste', '0749 000 001')
  await page.goto('/observatori')
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('Tatiana')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 found')).toBeVisible()

  const more = page.getByRole('button', { name: 'More actions: Tatiana Taste' })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No observer matches the filters')).toBeVisible()
})

test.describe('somebody who runs one organisation', () => {
  test.use({ isSignedIn: false })

  test('sees only the own observers and is not told whose they are', async ({ page, server }) => {
    const token = await asAna(server.url)
    const ngoId = (await call(
      server.url,
      accounts.addNgo,
      { body: { name: 'Vot Curat', shortName: 'VC' } },
      token,
    )) as never
    const password = 'parola lui Călin'
    await call(server.url, accounts.add, { body: { account: 'calin', password, ngoId } }, token)
    const calin = await tokenOf(server.url, 'calin', password)
    const own = { name: 'Olga Proprie', phone: '0751 000 001', pin: '4821' }
    await call(server.url, observers.add, { body: own }, calin)

    await page.goto('/observatori')
    await page.getByLabel('User').fill('calin')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expect(page.getByText('1 total')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(rowOf(page, 'Olga Proprie')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Organisation' })).toHaveCount(0)

    await page.goto('/observatori/profil/edit/0722100001')
    await expect(page.getByText('No observer has the phone 0722100001')).toBeVisible()

    await page.goto('/observatori/import')
    await expect(page.getByLabel('Organisation')).toHaveValue('Vot Curat')
    await expect(page.getByLabel('Organisation')).toBeDisabled()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('there are cards, a number can be called, and nothing scrolls sideways', async ({
    page,
  }) => {
    await page.goto('/observatori')
    const list = page.getByRole('list', { name: 'Observers' })
    await expect(list.getByRole('listitem').first()).toBeVisible()
    await expect(list.getByRole('link', { name: '0722 100 001' })).toHaveAttribute(
      'href',
      'tel:0722100001',
    )
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Zoé')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    for (const path of ['/observatori', '/observatori/profil/new', '/observatori/import']) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true)
    }
  })
})
