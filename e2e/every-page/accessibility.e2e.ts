import { expect } from '@playwright/test'
import { sizes, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

test.use({ about: 'accessibility' })

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(() => {
    test.use({ colorScheme: 'light', viewport })

    test.describe(() => {
      test.use({ isSignedIn: false })

      test(`the sign-in page is open to everybody, ${size}`, async ({ page }) => {
        await page.goto('/login')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await expect(page.getByText('Enter your password.')).toBeVisible()

        await expectNoViolationsInBoth(page)
      })
    })

    test(`the list and a report are open to everybody, ${size}`, async ({ page, phone }) => {
      const zoe = await phone(5)
      await zoe.answer(['AG-P', 3], { A1: ['Nu'], A3: ['Poliția', 'Altcineva: un electrician'] })
      await zoe.note(['AG-P', 3], { text: 'Ușa era deschisă.', question: 'A1' })
      await page.goto('/answers?county=AG')
      const row = page.getByRole('link', { name: /Pitești 3/ })
      await expect(row).toBeVisible()
      await expectNoViolationsInBoth(page)

      await row.click()
      await page.getByRole('button', { name: 'Show note' }).click()
      await expect(page.getByText('Ușa era deschisă.')).toBeVisible()
      await expectNoViolationsInBoth(page)

      await page.getByRole('tab', { name: /^Notes/ }).click()
      await expect(page.getByText('Ușa era deschisă.')).toBeVisible()
      await expectNoViolationsInBoth(page)
    })

    test(`the forms and their editor are open to everybody, ${size}`, async ({ page }) => {
      await page.goto('/formulare')
      await page.getByRole('link', { name: 'Deschidere', exact: true }).click()
      await page.getByRole('textbox', { name: 'Option 1' }).first().fill('')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(page.getByText('Write the option.')).toBeVisible()
      await expectNoViolationsInBoth(page)

      await page.getByRole('button', { name: 'Add predefined options' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolationsInBoth(page)
      await page.keyboard.press('Escape')

      await page.getByRole('link', { name: 'Back to the forms' }).click()
      await page.getByRole('button', { name: 'Leave' }).click()
      await expect(page.getByRole('link', { name: 'New form' })).toBeVisible()
      await expectNoViolationsInBoth(page)
    })

    test(`observers, their profile and their import are open to everybody, ${size}`, async ({
      page,
    }) => {
      await page.goto('/observatori')
      await page.getByRole('checkbox', { name: /^Select Bogdan/ }).check()
      await expectNoViolationsInBoth(page)
      await page.getByRole('button', { name: /^More actions: Bogdan/ }).click()
      await page.getByRole('menuitem', { name: 'Reset password' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolationsInBoth(page)

      await page.goto('/observatori/profil/edit/0722100001')
      await expect(page.getByLabel('PIN', { exact: true })).toBeVisible()
      await expectNoViolationsInBoth(page)

      await page.goto('/observatori/import')
      await page.getByRole('combobox', { name: 'Organisation' }).fill('O')
      await page.getByRole('option').first().click()
      await page.getByLabel('CSV file').setInputFiles({
        name: 'observers.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Phone,Pin,Name\n0711,4821,Ioana\n0712,1,Petru\n'),
      })
      await expect(page.getByRole('table', { name: 'Wrong rows' })).toBeVisible()
      await expectNoViolationsInBoth(page)
    })

    test(`the statistics, their lists and the tray are open to everybody, ${size}`, async ({
      page,
      phone,
    }) => {
      const zoe = await phone(5)
      await zoe.answer(['AG-P', 3], { A1: ['Nu'] })
      await page.goto('/statistics')
      await expect(page.getByRole('region', { name: 'Irregularities by county' })).toBeVisible()
      await expectNoViolationsInBoth(page)

      await page.getByRole('button', { name: /^Imports and exports/ }).click()
      await expect(page.getByRole('region', { name: 'Imports and exports' })).toBeVisible()
      await expectNoViolationsInBoth(page)
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: /^See complete list: Irregularities by c/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolationsInBoth(page)
    })

    test(`the download and what has no place are open to everybody, ${size}`, async ({
      page,
      phone,
    }) => {
      const zoe = await phone(5)
      await zoe.answer(['AG-P', 7777], { A1: ['Nu'] })
      await page.goto('/answers')
      await page.getByRole('button', { name: 'Download answers' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolationsInBoth(page)
      await page.keyboard.press('Escape')

      await page.getByRole('link', { name: /no place$/ }).click()
      await expect(page.getByText('AG-P 7777').first()).toBeVisible()
      await expectNoViolationsInBoth(page)
      await page.getByRole('button', { name: 'Place: AG-P 7777' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolationsInBoth(page)
    })

    test(`the accounts and the elections are open to everybody, ${size}`, async ({ page }) => {
      await page.goto('/settings/accounts')
      await page.getByRole('button', { name: 'Add account' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolationsInBoth(page)
      await page.keyboard.press('Escape')

      await page.getByRole('link', { name: 'Elections' }).click()
      await page.getByRole('button', { name: 'Prepare an election' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolationsInBoth(page)
    })

    test(`messages and what became of them are open to everybody, ${size}`, async ({
      page,
      phone,
    }) => {
      const iulia = await phone(3)
      await iulia.arrive(['BV-B', 2], '2026-11-22 08:00')
      await page.goto('/notifications?county=BV&from=1&to=3')
      await expect(page.getByRole('region', { name: 'Who gets the message' })).toBeVisible()
      await page.getByRole('button', { name: 'Send to 1 observer' }).click()
      await expect(page.getByText('Title is required.')).toBeVisible()
      await expectNoViolationsInBoth(page)

      await page.getByRole('textbox', { name: 'Title' }).fill('Atenție')
      await page.getByRole('textbox', { name: 'Message' }).fill('Rămâneți la secție.')
      await page.getByRole('button', { name: 'Send to 1 observer' }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toBeVisible()
      await expectNoViolationsInBoth(page)
      await question.getByRole('button', { name: 'Send to 1 observer' }).click()
      await expect(page.getByText('The message reaches nobody')).toBeVisible()

      await page.goto('/notifications/history')
      await expect(page.getByRole('link', { name: 'Atenție' }).first()).toBeVisible()
      await expectNoViolationsInBoth(page)
      await page.getByRole('link', { name: 'Atenție' }).first().click()
      await expect(page.getByText('Not sent: no message provider is set up.').first()).toBeVisible()
      await expectNoViolationsInBoth(page)
    })

    test(`the counties, one of them and their import are open to everybody, ${size}`, async ({
      page,
    }) => {
      await page.goto('/polling-stations?filter=cluj')
      await expect(page.getByText(/^The order can only be changed/)).toBeVisible()
      await expectNoViolationsInBoth(page)

      await page.getByRole('link', { name: 'Cluj', exact: true }).click()
      await expect(page.getByText('Turda').first()).toBeVisible()
      await page.getByRole('textbox', { name: 'Name' }).fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(/^Enter the name of the county/)).toBeVisible()
      await expectNoViolationsInBoth(page)

      await page.goto('/polling-stations/import?what=stations')
      await page.getByLabel('CSV file').setInputFiles({
        name: 'stations.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Municipality code,Number\nCJ-T,1\nXX,2\n'),
      })
      await expect(page.getByText(/^XX does not exist/).first()).toBeVisible()
      await expectNoViolationsInBoth(page)
    })
  })
}
