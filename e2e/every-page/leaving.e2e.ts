import { expect } from '@playwright/test'
import { elections } from '#features/elections/contract.ts'
import { asAna, rowOf, toast } from '../acts.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'leaving an election' })

test('warns of signed-in observers when leaving an election, and places late reports by one click', {
  tag: '@slow',
}, async ({ page, phone, server }) => {
  const { name } = await asAna(server.url, elections.current, {})
  const runoff = { name: 'Turul al doilea', day: '2026-12-06', timezone: 'Europe/Bucharest' }
  await asAna(server.url, elections.add, { body: runoff })
  const zoe = await phone(5)
  await page.goto('/settings/elections')
  const choose = async (which: string, what: string) => {
    await rowOf(page, which)
      .getByRole('button', { name: `More actions: ${which}` })
      .click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  const window = page.getByRole('alertdialog')

  await choose(runoff.name, 'Make current')
  await expect(window).toContainText(`1 observer is signed in to “${name}”.`)
  await expectNoViolations(page)
  await window.getByRole('button', { name: 'Make current' }).click()
  await expect(rowOf(page, runoff.name)).toContainText('Current')
  await rowOf(page, runoff.name)
    .getByRole('button', { name: `More actions: ${runoff.name}` })
    .click()
  const archive = page.getByRole('menuitem', { name: 'Archive' })
  await expect(archive).toBeDisabled()
  await expect(archive).toHaveAccessibleDescription(/make another election current first/)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await choose(name, 'Archive')
  await expect(window).toContainText('1 observer is still signed in to it.')
  await window.getByRole('button', { name: 'Archive' }).click()
  await expect(rowOf(page, name)).toContainText('Archived')
  await zoe.arrive(['CJ-T', 1], '2026-11-22 08:00')
  await zoe.note(['CJ-T', 1], { text: 'Coadă la intrare' })

  await page.reload()
  await expect(rowOf(page, name)).toContainText('Came late: 2')
  await choose(name, 'Reopen')
  await choose(name, 'Make current')
  await expect(window).toContainText(`No phone is signed in to “${runoff.name}”.`)
  await window.getByRole('button', { name: 'Make current' }).click()
  await expect(rowOf(page, name)).toContainText('Current')
  await page.goto('/unmatched')
  const late = rowOf(page, 'Came after the election was archived')
  await late.first().getByRole('button', { name: 'Match: CJ-T 1' }).click()
  const placing = page.getByRole('dialog', { name: 'Where does it belong?' })
  await expect(
    placing.getByRole('checkbox', { name: 'All 2 reports that came then' }),
  ).toBeChecked()
  await expectNoViolations(page)
  await placing.getByRole('button', { name: 'Match', exact: true }).click()
  await expect(toast(page)).toContainText('2 reports are matched.')
  await expect(late).toHaveCount(0)
})
