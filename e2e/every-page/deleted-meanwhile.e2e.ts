import { expect } from '@playwright/test'
import { assignments } from '#features/assignments/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { addCounty, addForm, asAna, question, toast } from '../acts.ts'
import { plan, stationIdOf } from '../deployment/plan-of.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'deleted meanwhile' })

test('keeps unsaved input of a county that a colleague deletes, and restores it', async ({
  page,
  server,
}) => {
  const id = (await addCounty(server.url, 'ZD', 'Zidul', 0)) as never
  await page.goto(`/polling-stations/${id}`)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Zidul Nou')
  await asAna(server.url, places.removeCounty, { body: { id } })

  await expect(page.getByText('Someone else has deleted the county')).toBeVisible()
  await expect(name).toHaveValue('Zidul Nou')
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByText('Someone else has deleted the county')).toBeHidden()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toContainText('Changes have been saved')
  const all = await asAna(server.url, places.counties, {})
  expect(all.find(({ code }) => code === 'ZD')).toMatchObject({ name: 'Zidul Nou' })
})

test('keeps unsaved input of a form that a colleague deletes, and restores it', async ({
  page,
  server,
}) => {
  const id = await addForm(server.url, 'STR')
  await page.goto(`/formulare/${id}`)
  const text = page.getByRole('textbox', { name: 'Question text' }).first()
  await text.fill('Ce am scris eu?')
  await asAna(server.url, forms.remove, { query: { formId: id } })

  await expect(page.getByText('Someone else has deleted the form')).toBeVisible()
  await expect(text).toHaveValue('Ce am scris eu?')
  await page.getByRole('button', { name: 'Bring the form back' }).click()
  await expect(page.getByText('Someone else has deleted the form')).toBeHidden()
  await expect(text).toHaveValue('Ce am scris eu?')
})

test('marks an open observer card when a colleague deletes the observer, and restores it', async ({
  page,
  server,
}) => {
  const [one] = (await asAna(server.url, observers.list, { query: {} })).data
  await page.goto(`/observatori/profil/view/id/${one!.id}`)
  await expect(page.getByRole('button', { name: 'Message' })).toBeVisible()
  await asAna(server.url, observers.remove, { query: { id: one!.id } })

  await expect(page.getByText('No longer in the list')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Message' })).toBeHidden()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('No longer in the list')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Message' })).toBeVisible()
})

test('moves the focus to the heading when a colleague’s deletion closes the dialog', async ({
  page,
  server,
}) => {
  const id = await stationIdOf(server.url, ['BV', 3])
  await page.goto(`/stations/${id}`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close the station' }).click()
  await expect(question(page)).toBeVisible()

  await asAna(server.url, places.removeStation, { params: { id } })

  await expect(question(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('focuses the next row when the row behind a double-clicked dialog is gone', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await plan(server.url, nameOf(2), ['CJ-N', 1])
  await plan(server.url, nameOf(3), ['CJ-N', 2])
  await page.goto('/deployment/plan')
  await page.getByRole('button', { name: `More actions: ${nameOf(2)}` }).click()
  await page.getByRole('menuitem', { name: 'Replace' }).dblclick()
  await expect(page.getByRole('dialog')).toBeVisible()

  await asAna(server.url, assignments.remove, { body: { ids: [id] } })
  const planned = page.getByRole('table', { name: 'Assignments' })
  await expect(planned.getByText(nameOf(2))).toBeHidden()
  await page.keyboard.press('Escape')

  await expect(page.getByRole('button', { name: `More actions: ${nameOf(3)}` })).toBeFocused()
})
