import { expect, type Page } from '@playwright/test'
import { say as plan } from '#features/assignments/copy.ts'
import { milestones } from '#features/milestones/contract.ts'
import { say as deployment } from '#features/milestones/copy.ts'
import { notifications } from '#features/notifications/contract.ts'
import { say as messages } from '#features/notifications/copy.ts'
import { places } from '#features/places/contract.ts'
import { say as stations } from '#features/stations/copy.ts'
import { say as imports } from '#features/tasks/web/import/copy.ts'
import { type Copy, type Language, speak, type Values } from '#kit/contract/copy.ts'
import { say as shared } from '#kit/web/ui/copy.ts'
import { asAna } from '../acts.ts'
import { chooseFile } from '../choose-file.ts'
import { nameOf, type Station } from '../phone.ts'
import { test } from '../stage.ts'

const zone = 'Europe/Bucharest'
/** A time as written in a file, by the clock of the election. */
const wallClock = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16)

const row = (phone: string, municipality: string, number: number) =>
  [phone, municipality.slice(0, 2), municipality, number, wallClock(-6), wallClock(6)].join(',')

const headings = 'Phone,County code,Municipality code,Station number,From,Until'

const [early, late, ill, replacement] = [0, 1, 2, 4] as const
const turda: Station = ['CJ-T', 1]
const rows = [
  row('0722 100 001', 'CJ-T', 1),
  row('0722 100 002', 'AG-P', 1),
  row('0722 100 003', 'AG-P', 2),
]

const language: Language = 'ro'
const t = (sentence: Copy, values?: Values) => speak(sentence, language, values)
const button = (page: Page, sentence: Copy, values?: Values) =>
  page.getByRole('button', { name: t(sentence, values), exact: true })

test.use({ about: 'a morning', language })

test('runs a morning from a faulty plan to a settled difference', {
  tag: '@slow',
}, async ({ page, server: { url }, phone }) => {
  const list = page.getByRole('table', { name: t(deployment.whoIsExpected) })
  const cell = (name: string) =>
    page
      .getByRole('table', { name: t(deployment.progress) })
      .getByRole('link', { name: new RegExp(`^${name}, `) })
  const ofRow = async (name: string, action: Copy) => {
    await button(page, shared.moreActions, { name }).click()
    await page.getByRole('menuitem', { name: t(action) }).click()
  }

  // The plan comes from a spreadsheet, with an unknown observer.
  await page.goto('/deployment/plan/import')
  const wrong = page.getByRole('table', { name: t(imports.wrongRows) })
  await chooseFile(page, [headings, ...rows, row('0722 999 999', 'CJ-T', 2)], 'plan.csv')
  await expect(wrong).toContainText('0722 999 999')
  await button(page, shared.removeFile, { name: 'plan.csv' }).click()
  await chooseFile(page, [headings, ...rows])
  await expect(wrong).toHaveCount(0)
  await button(page, imports.import).click()
  await expect(page.getByRole('region', { name: t(shared.messages) })).toContainText(
    t(imports.didAdd, { count: 3 }),
  )

  // An arrival fulfils the milestone. After the deadline, absent observers are late without any event.
  const dueAt = new Date(Date.now() + 8_000).toISOString()
  await asAna(url, milestones.add, { body: { name: 'Sosire', kind: 'arrival', dueAt } })
  await page.goto('/deployment/areas')
  await expect(cell('Argeș')).toContainText(t(deployment.doneOf, { done: 0, expected: 2 }))
  await (await phone(early)).arrive(turda, '2026-11-22 06:40')
  await expect(cell('Cluj')).toContainText(t(deployment.doneOf, { done: 1, expected: 1 }))
  await expect(cell('Argeș')).toContainText(t(deployment.lateCount, { count: 2 }))
  await expect(cell('Cluj')).not.toContainText(t(deployment.late))

  // One message goes to exactly the late.
  await cell('Argeș').click()
  await expect(list.getByRole('row')).toHaveCount(3)
  await list.getByRole('checkbox', { name: t(shared.selectPage) }).check()
  await button(page, deployment.write).click()
  await page.getByRole('textbox', { name: t(messages.title) }).fill('Unde sunteți?')
  await page.getByRole('textbox', { name: t(messages.message) }).fill('Sunați la sediu.')
  await button(page, messages.send, { count: 2 }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t(messages.send, { count: 2 }) })
    .click()
  const leaving = page.getByRole('region', { name: t(messages.waiting, { count: 2 }) })
  for (const who of [late, ill]) await expect(leaving).toContainText(nameOf(who))
  await expect(leaving).not.toContainText(nameOf(early))
  await button(page, messages.sendNowOf, { title: 'Unde sunteți?' }).click()
  await expect
    .poll(async () => (await asAna(url, notifications.list, { query: {} })).data[0])
    .toMatchObject({ title: 'Unde sunteți?', recipients: 2, queued: 0 })

  // One observer is excused, another replaced. The replacement fulfils the milestone.
  await page.goto('/deployment?state=late')
  await ofRow(nameOf(ill), deployment.excuse)
  await page.getByRole('textbox', { name: t(deployment.reason) }).fill('E bolnav')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t(deployment.excuse) })
    .click()
  await expect(list).not.toContainText(nameOf(ill))
  await ofRow(nameOf(late), deployment.replace)
  await page
    .getByRole('searchbox', { name: t(plan.findObserver) })
    .fill(nameOf(replacement).slice(0, 3))
  await page.getByRole('option', { name: nameOf(replacement) }).click()
  await page.getByRole('radio', { name: t(plan.neverCame) }).check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t(plan.replace) })
    .click()
  await expect(list).toContainText(nameOf(replacement))
  await (await phone(replacement)).arrive(['AG-P', 1], '2026-11-22 07:30')
  await expect(page.getByText(t(deployment.noMatch))).toBeVisible()
  await page.goto('/deployment/areas')
  await expect(cell('Argeș')).toContainText(t(deployment.doneOf, { done: 1, expected: 1 }))

  // Two observers at one station disagree until the difference is settled.
  await (await phone(early)).answer(turda, { A1: ['Da'] })
  await (await phone(late)).answer(turda, { A1: ['Nu'] })
  const found = await asAna(url, places.search, { query: { text: 'CJ-T 1' } })
  await page.goto(`/stations/${found.stations[0]?.id}`)
  await expect(page.getByText(t(stations.differences, { count: 1 }))).toBeVisible()
  await button(page, stations.settleOf, { code: 'A1' }).click()
  const settling = page.getByRole('dialog')
  await settling.getByRole('button', { name: t(stations.whose) }).click()
  await page.getByRole('option', { name: `${nameOf(early)}: Da` }).click()
  await settling.getByRole('textbox', { name: t(stations.reason) }).fill('La telefon')
  await settling.getByRole('button', { name: t(stations.settle) }).click()
  await expect(page.getByText(t(stations.noDifferences))).toBeVisible()
})
