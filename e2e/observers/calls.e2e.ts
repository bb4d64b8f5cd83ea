import { expect, type Page } from '@playwright/test'
import { observerIdOf, plan } from '../deployment/plan-of.ts'
import { untilKeysAreHeard } from '../keys-heard.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'calls', language: 'ro' })

const words = {
  people: [nameOf(3), nameOf(4)],
  calls: 'Apeluri',
  noAnswer: 'Nu răspunde',
  undo: 'Anulează',
  live: 'În direct',
  callBack: /De sunat iar la \d\d:\d\d/,
  next: 'Sună următorul',
  note: 'Observație',
  none: 'Toți observatorii din listă au fost sunați sau sunt sunați acum.',
} as const

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const [called, other] = words.people

test(`logs a call by one key, shows it on another screen, and hands out the next`, {
  tag: '@slow',
}, async ({ page, browser, server: { url } }) => {
  await plan(url, called, ['BV-B', 1])
  await plan(url, other, ['BV-B', 1])
  const second = await browser.newContext({
    baseURL: url,
    storageState: await page.context().storageState(),
  })
  const list = await second.newPage()
  await list.goto(`/deployment?name=${encodeURIComponent(called)}`)
  const row = list.getByRole('row').filter({ hasText: called })
  await expect(row).toBeVisible()
  await expect(list.getByText(words.live, { exact: true })).toBeAttached()
  await page.goto(`/observatori/profil/view/id/${await observerIdOf(url, called)}`)
  await expect(page.getByRole('heading', { name: called })).toBeVisible()
  const log = card(page, words.calls)
  await log.getByLabel(words.note).pressSequentially('1')
  await page.getByRole('heading', { name: called }).click()
  await untilKeysAreHeard(page)
  await page.keyboard.press('2')
  await expect(log).toContainText(`ana: ${words.noAnswer}1`)
  await expect(row).toContainText(words.noAnswer)

  await page.getByRole('button', { name: words.undo, exact: true }).click()
  await expect(log).not.toContainText('ana:')
  await expect(row).not.toContainText(words.noAnswer)

  await page.keyboard.press('3')
  await page.keyboard.press('Enter')
  await expect(log).toContainText(words.callBack)
  await expect(row).toContainText(words.callBack)
  await expectNoViolations(page)

  await list.getByRole('button', { name: words.next }).click()
  await expect(list.getByText(words.none)).toBeVisible()
  await list.goto(`/deployment?name=${encodeURIComponent(other)}`)
  await list.getByRole('button', { name: words.next }).click()
  await expect(list.getByRole('heading', { name: other })).toBeVisible()
  await untilKeysAreHeard(list)
  await list.keyboard.press('1')
  await card(list, words.calls).getByRole('button', { name: words.next }).click()
  await expect(list.getByText(words.none)).toBeVisible()
  await second.close()
})
