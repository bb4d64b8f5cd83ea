import { expect } from '@playwright/test'
import { say as report } from '#features/answers/copy.ts'
import { starterNames, stateNames, say as words } from '#features/incidents/copy.ts'
import { say } from '#features/incidents/web/copy.ts'
import { say as ofNotes } from '#features/notes/copy.ts'
import { type Copy, type Language, speak, type Values } from '#kit/contract/copy.ts'
import { say as kit } from '#kit/web/ui/copy.ts'
import { signBeaIn } from '../another-organiser.ts'
import { untilKeysAreHeard } from '../keys-heard.ts'
import { nameOf, type Station } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

const station: Station = ['AG-P', 2]
const other: Station = ['AG-P', 3]

const language: Language = 'ro'
const t = (sentence: Copy, values?: Values) => speak(sentence, language, values)

test.use({ language, about: 'incidents' })
// Two people, and accessibility in both themes.
test.setTimeout(150_000)

test('makes an incident of two reports by keys, and settles what two people edit', async ({
  page,
  elsewhere,
  server,
  phone,
}) => {
  await (await phone(2)).answer(station, { A1: ['Nu'] })
  await (await phone(3)).answer(other, { A1: ['Nu'] })
  const hers = await elsewhere()
  await signBeaIn(server.url, hers)
  const openReport = async (nth: number) => {
    await page.goto('/answers?urgente=true')
    await page
      .getByRole('list', { name: t(report.reports) })
      .locator('a[data-row]')
      .filter({ hasText: nameOf(nth) })
      .click()
    const window = page.getByRole('dialog', { name: t(say.makeFrom) })
    await expect(async () => {
      await page.keyboard.press('i')
      await expect(window).toBeVisible({ timeout: 1000 })
    }).toPass()
    return window
  }

  const making = await openReport(2)
  await expect(making.getByLabel(t(words.title))).not.toHaveValue('')
  await making.getByLabel(t(words.title)).fill('Urnă deschisă')
  await making.getByRole('button', { name: t(words.category) }).click()
  await page.getByRole('option', { name: t(starterNames.materials) }).click()
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await expectNoViolationsInBoth(page)
  }
  await making.getByRole('button', { name: t(say.add) }).click()
  const name = t(say.heading, { number: '1', title: 'Urnă deschisă' })
  await expect(page.getByRole('link', { name })).toBeVisible()

  // The other report of the county is offered the same incident.
  const linking = await openReport(3)
  await linking.getByRole('button', { name }).click()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const reports = page.getByRole('region', { name: t(say.reports) })
  await expect(reports.getByRole('listitem')).toHaveCount(2)

  await hers.goto('/incidents')
  await hers.getByRole('link', { name: 'Urnă deschisă' }).click()
  for (const screen of [page, hers]) {
    await screen.getByRole('button', { name: t(say.edit) }).click()
    const editing = screen.getByRole('dialog', { name: t(say.editTitle) })
    await editing.getByLabel(t(words.outcome)).fill(screen === page ? 'De la Ana' : 'De la Bea')
  }
  await page.getByRole('button', { name: t(say.save) }).click()
  const conflict = hers.getByRole('alert', { name: t(kit.changedMeanwhile) })
  await expect(conflict).toContainText('De la Ana')
  await conflict.getByRole('button', { name: t(kit.keepMine) }).click()
  const hersEditing = hers.getByRole('dialog', { name: t(say.editTitle) })
  await hersEditing.getByRole('button', { name: t(words.state) }).click()
  await hers.getByRole('option', { name: t(stateNames.referred) }).click()
  await hersEditing.getByRole('button', { name: t(say.save) }).click()

  await expect(page.getByText('De la Bea')).toBeVisible()
  await expect(page.getByText(t(stateNames.referred))).toBeVisible()
  await expectNoViolationsInBoth(page)
  await page.getByRole('link', { name: t(say.all) }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Urnă deschisă' })).toBeVisible()
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await expectNoViolationsInBoth(page)
  }

  // The organiser renames the category; the list follows.
  await page.getByRole('button', { name: t(say.categories) }).click()
  const old = t(starterNames.materials)
  await page.getByRole('button', { name: t(say.renameOf, { name: old }) }).click()
  await page.getByLabel(t(say.newName)).fill('Urne')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: t(say.retireOf, { name: 'Urne' }) })).toBeVisible()
  await expectNoViolationsInBoth(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'Urne' })).toBeVisible()
})

test('makes an incident of a focused note by its key, with the photograph in the case file', async ({
  page,
  phone,
}) => {
  await (await phone(4)).note(station, { text: 'Ușa era deschisă', image: 'e2e/photo.png' })
  await page.goto('/answers')
  await page
    .getByRole('list', { name: t(report.reports) })
    .locator('a[data-row]')
    .filter({ hasText: nameOf(4) })
    .click()
  await untilKeysAreHeard(page)
  const note = page.getByRole('article').filter({ hasText: 'Ușa era deschisă' })
  await page.getByRole('tab', { name: new RegExp(t(ofNotes.ofIncident)) }).click()
  await note.getByRole('button', { name: t(ofNotes.incident) }).focus()

  await page.keyboard.press('i')

  const making = page.getByRole('dialog', { name: t(say.makeFromNote) })
  await expect(making.getByLabel(t(words.title))).toHaveValue('Ușa era deschisă')
  await making.getByRole('button', { name: t(words.category) }).click()
  await page.getByRole('option', { name: t(starterNames.other) }).click()
  await making.getByRole('button', { name: t(say.add) }).click()
  await page.getByRole('link', { name: /: Ușa era deschisă/ }).click()
  const notes = page.getByRole('region', { name: t(ofNotes.ofIncident) })
  await expect(notes.getByRole('article')).toContainText('Ușa era deschisă')
  await page.emulateMedia({ media: 'print' })
  await expect(notes.locator('img')).toBeVisible()
  await expect(notes.getByRole('link')).toContainText(nameOf(4))
  await page.emulateMedia({ media: 'screen' })
  await expectNoViolationsInBoth(page)

  await notes.getByRole('button', { name: /^Scoate nota/ }).click()
  await expect(notes).toHaveCount(0)
  await page.getByRole('button', { name: t(kit.undo) }).click()
  await expect(notes.getByRole('article')).toHaveCount(1)
})

test('moves a card on the board by its menu and back, and publishes the register', async ({
  page,
}) => {
  await page.goto('/incidents')
  await page.getByRole('button', { name: t(say.add) }).click()
  const making = page.getByRole('dialog', { name: t(say.add) })
  await making.getByLabel(t(words.title)).fill('Fără cabine')
  await making.getByRole('button', { name: t(words.category) }).click()
  await page.getByRole('option', { name: t(starterNames.secrecy) }).click()
  await making.getByRole('button', { name: t(say.add) }).click()
  await expect(making).toBeHidden()
  await page.goto('/incidents')
  await page.getByRole('button', { name: t(say.board) }).click()
  await expect(page).toHaveURL(/view=board/)
  const column = (state: keyof typeof stateNames) =>
    page.getByRole('region', { name: new RegExp(`^${t(stateNames[state])} `) })
  const move = page.getByRole('button', { name: t(say.moveOf, { title: 'Fără cabine' }) })
  await expect(column('open')).toContainText('Fără cabine')
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await expectNoViolationsInBoth(page)
  }

  const confirm = async () => {
    await move.press('Enter')
    await page.getByRole('menuitem', { name: t(stateNames.confirmed) }).press('Enter')
  }
  await confirm()

  await expect(column('confirmed')).toContainText('Fără cabine')
  await expect(move).toBeFocused()
  await page.getByRole('button', { name: t(kit.undo) }).click()
  await expect(column('open')).toContainText('Fără cabine')

  await confirm()
  await page.getByRole('button', { name: t(say.register) }).click()
  const row = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Fără cabine' })
  await expect(row).toContainText(t(stateNames.confirmed))
  await page.getByRole('button', { name: t(say.publish), exact: true }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: t(say.openRegister) }).click()
  const register = await opening
  await expect(register.getByRole('cell', { name: 'Fără cabine' })).toBeVisible()
  await expectNoViolationsInBoth(register)
  await register.close()
  await expectNoViolationsInBoth(page)
  await page.keyboard.press('Escape')
})
