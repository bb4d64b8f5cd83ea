import { expect } from '@playwright/test'
import readExcel from 'read-excel-file/node'
import { forms } from '#features/forms/contract.ts'
import { asAna, toast } from '../acts.ts'
import { chooseObservers } from '../choose-file.ts'
import { phoneOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'the evening' })

test('runs an election evening from the list of observers to the workbook', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000)

  await test.step('the observers are imported from a file', async () => {
    await page.goto('/observatori/import')
    await chooseObservers(page, [
      'Phone,Pin,Name',
      '0733 100 001,482100,Sânziana Vrabie',
      '0733 100 002,482200,Ștefan Țurcanu',
    ])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(toast(page)).toContainText('2 observers have been added successfully')
  })

  await test.step('a form is built and published', async () => {
    await page.goto('/formulare/nou')
    await page.getByRole('textbox', { name: 'Title' }).first().fill('Închidere')
    await page.getByRole('textbox', { name: 'Code' }).first().fill('Z')
    await page.getByRole('button', { name: 'Add question', exact: true }).click()
    await page.getByRole('textbox', { name: 'Question text' }).fill('S-a închis la ora 21?')
    for (const option of ['Da', 'Nu']) {
      await page.getByRole('button', { name: 'Add option', exact: true }).click()
      await page.keyboard.type(option)
    }
    await page.getByRole('button', { name: 'Flagged: Nu' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Închidere', exact: true })).toBeVisible()
  })

  await test.step('it arrives on a phone, and two reports come back', async () => {
    const { formVersions } = await asAna(server.url, forms.list, { query: {} })
    expect(formVersions.map(({ code }) => code)).toContain('Z')
    const sanziana = await phoneOf(server.url, { phone: '0733100001', pin: '482100' })
    await sanziana.arrive(['BV-B', 1], '2026-11-22 20:30')
    await sanziana.answer(['BV-B', 1], { Z1: ['Nu'] })
    const stefan = await phoneOf(server.url, { phone: '0733100002', pin: '482200' })
    await stefan.answer(['CJ-T', 1], { Z1: ['Da'] })
  })

  await test.step('the urgent report is opened and read', async () => {
    await page.goto('/')
    await page.getByRole('list', { name: 'Reports' }).getByText('Sânziana Vrabie').click()
    await page.getByRole('tab', { name: /^Închidere/ }).click()
    await expect(page.getByRole('group', { name: /^Z1:/ })).toContainText('Flagged')
  })

  await test.step('observers at that county’s stations are asked to stay', async () => {
    await page.goto('/notifications')
    await page.getByRole('combobox', { name: 'County' }).fill('bra')
    await page.getByRole('option', { name: /Brașov/ }).click()
    await expect(page.getByText('Sânziana Vrabie')).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill('Rămâneți')
    await page.getByRole('textbox', { name: 'Message' }).fill('Așteptați afișarea rezultatelor.')
    await page.getByRole('button', { name: 'Send to 1 observer' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Send to/ })
      .click()
    await expect(toast(page)).toContainText('The message reaches no phone')
  })

  await test.step('the workbook holds what was answered', async () => {
    await page.goto('/answers?county=BV')
    await page.getByRole('button', { name: 'Download answers' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('answsers.xlsx')
    const sheets = await readExcel(await file.path())
    const rows = sheets.flatMap(({ data }) => data).map((row) => row.map(String))
    const mine = rows.filter((row) => row.includes('Sânziana Vrabie'))
    expect(mine.some((row) => row.includes('Nu'))).toBe(true)
    expect(rows.flat()).not.toContain('Ștefan Țurcanu')
  })
})
