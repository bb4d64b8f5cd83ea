import { expect } from '@playwright/test'
import { chooseFile, chooseObservers } from '../choose-file.ts'
import { test } from '../stage.ts'
import { expectNoViolations, expectNoViolationsAnywhere } from '../violations.ts'

// What is opened, written or refused on a page; the pages as they are loaded are `routes.e2e.ts`.
test.use({ about: 'accessibility', colorScheme: 'light' })

test.describe(() => {
  test.use({ isSignedIn: false })

  test('sign-in page passes accessibility checks on desktop and phone', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expectNoViolationsAnywhere(page, page.getByText('Enter your password.'))
  })
})

test('list and report pass accessibility checks on desktop and phone', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const zoe = await phone(5)
  await zoe.answer(['AG-P', 3], { A1: ['Nu'], A3: ['Poliția', 'Altcineva: un electrician'] })
  await zoe.note(['AG-P', 3], { text: 'Ușa era deschisă.', question: 'A1' })
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: /Pitești 3/ }).click()
  const note = page.getByText('Ușa era deschisă.')
  await page.getByRole('button', { name: 'Show note' }).click()
  await expectNoViolationsAnywhere(page, note)

  await page.getByRole('tab', { name: /^Notes/ }).click()
  await expectNoViolationsAnywhere(page, note)
})

test('forms and their editor pass accessibility checks on desktop and phone', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/formulare')
  await page.getByRole('link', { name: 'Deschidere', exact: true }).click()
  await page.getByRole('textbox', { name: 'Option 1' }).first().fill('')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expectNoViolationsAnywhere(page, page.getByText('Write the option.'))

  await page.getByRole('button', { name: 'Add predefined options' }).first().click()
  await expectNoViolationsAnywhere(page, page.getByRole('dialog'))
})

test('observers, their profile and import pass accessibility checks on desktop and phone', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/observatori')
  const selected = page.getByRole('checkbox', { name: /^Select Bogdan/, checked: true })
  await page.getByRole('checkbox', { name: /^Select Bogdan/ }).check()
  await expectNoViolationsAnywhere(page, selected)
  await page.getByRole('button', { name: /^More actions: Bogdan/ }).click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  await expectNoViolationsAnywhere(page, page.getByRole('dialog'))

  await page.goto('/observatori/profil/edit/0722100001')
  await expectNoViolationsAnywhere(page, page.getByLabel('PIN', { exact: true }))

  await page.goto('/observatori/import')
  await chooseObservers(page, ['Phone,Pin,Name', '0711,4821,Ioana', '0712,1,Petru'])
  await expectNoViolationsAnywhere(
    page,
    page.getByRole('tab', { name: 'Wrong rows', selected: true }),
  )
})

test('statistics, their lists and the tray pass accessibility checks on desktop and phone', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const zoe = await phone(5)
  await zoe.answer(['AG-P', 3], { A1: ['Nu'] })
  await page.goto('/statistics')
  const card = page.getByRole('region', { name: 'Irregularities by county' })
  await expectNoViolationsAnywhere(page, card)

  await page.getByRole('button', { name: /^Imports and exports/ }).click()
  await expectNoViolationsAnywhere(page, page.getByRole('region', { name: 'Imports and exports' }))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^See complete list: Irregularities by c/ }).click()
  await expectNoViolationsAnywhere(page, page.getByRole('dialog'))
})

test('download dialog and unplaced reports pass accessibility checks on desktop and phone', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const zoe = await phone(5)
  await zoe.answer(['AG-P', 7777], { A1: ['Nu'] })
  await page.goto('/answers')
  await page.getByRole('button', { name: 'Download answers' }).click()
  await expectNoViolationsAnywhere(page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /^Unmatched \d+ waiting/ }).click()
  await expectNoViolationsAnywhere(page, page.getByText('AG-P 7777').first())
  await page.getByRole('button', { name: 'Match: AG-P 7777' }).first().click()
  await expectNoViolationsAnywhere(page, page.getByRole('dialog'))
})

test('accounts and elections pass accessibility checks on desktop and phone', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: 'Add account' }).click()
  await expectNoViolationsAnywhere(page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Elections' }).click()
  await page.getByRole('button', { name: 'Prepare an election' }).click()
  await expectNoViolationsAnywhere(page, page.getByRole('dialog'))
})

test('messages and their results pass accessibility checks on desktop and phone', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const iulia = await phone(3)
  await iulia.arrive(['BV-B', 2], '2026-11-22 08:00')
  await page.goto('/notifications?county=BV&from=1&to=3')
  await expect(page.getByRole('region', { name: 'Who gets the message' })).toBeVisible()
  await page.getByRole('button', { name: 'Send to 1 observer' }).click()
  await expectNoViolationsAnywhere(page, page.getByText('Title is required.'))

  await page.getByRole('textbox', { name: 'Title' }).fill('Atenție')
  await page.getByRole('textbox', { name: 'Message' }).fill('Rămâneți la secție.')
  await page.getByRole('button', { name: 'Send to 1 observer' }).click()
  const question = page.getByRole('alertdialog')
  await expectNoViolationsAnywhere(page, question)
  await question.getByRole('button', { name: 'Send to 1 observer' }).click()
  await expect(page.getByText('The message reaches no phone')).toBeVisible()

  await page.goto('/notifications/history')
  await page.getByRole('link', { name: 'Atenție' }).first().click()
  const sendNow = page.getByRole('button', { name: 'Send Atenție at once' })
  await expect(sendNow).toBeVisible()
  await expectNoViolations(page)
  await sendNow.click()
  const why = page.getByText('Not sent: no message provider is set up.').first()
  await expectNoViolationsAnywhere(page, why)
})

test('counties, a county page and the import pass accessibility checks on desktop and phone', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/polling-stations?filter=cluj')
  await expectNoViolationsAnywhere(page, page.getByText(/^The order can only be changed/))

  await page.getByRole('link', { name: 'Cluj', exact: true }).click()
  await expect(page.getByText('Turda').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectNoViolationsAnywhere(page, page.getByText(/^Enter the name of the county/))

  await page.goto('/polling-stations/import?what=stations')
  await chooseFile(page, ['Municipality code,Number', 'CJ-T,1', 'XX,2'])
  await expectNoViolationsAnywhere(page, page.getByText(/^XX does not exist/).first())
})
