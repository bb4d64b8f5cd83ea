import { expect } from '@playwright/test'
import { incidents } from '#features/incidents/contract.ts'
import { starterNames, say as words } from '#features/incidents/copy.ts'
import { say } from '#features/incidents/web/copy.ts'
import { session } from '#features/session/contract.ts'
import { type Copy, speak, type Values } from '#kit/contract/copy.ts'
import { asAna } from '../acts.ts'
import { addBea } from '../another-organiser.ts'
import { call, type Station } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

const station: Station = ['AG-P', 2]

const t = (sentence: Copy, values?: Values) => speak(sentence, 'en', values)

test.use({ language: 'en', about: 'merged incidents' })
// Two people, and accessibility in both themes.
test.setTimeout(150_000)

test('makes an incident of a suggestion, and merges another into it while a colleague reads that one', async ({
  page,
  elsewhere,
  server: { url },
  phone,
}) => {
  for (const person of [2, 3]) await (await phone(person)).answer(station, { A1: ['Nu'] })
  const hers = await elsewhere()
  const bea = await call(url, session.authorize, { body: await addBea(url) })
  await hers.addInitScript((token) => localStorage.setItem('token-id', token), bea.access_token)

  await page.goto('/incidents')
  const suggestions = page.getByRole('region', { name: t(say.suggestions) })
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await expect(suggestions.getByRole('listitem')).toHaveCount(1)
    await expectNoViolationsInBoth(page)
  }
  await suggestions.getByText(t(say.dismiss), { exact: true }).click()
  await expect(suggestions).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await suggestions.getByText(t(say.makeIncident), { exact: true }).click()
  const making = page.getByRole('dialog', { name: t(say.add) })
  await expect(making.getByLabel(t(words.title))).not.toHaveValue('')
  await making.getByLabel(t(words.title)).fill('Box not sealed')
  await making.getByRole('button', { name: t(words.category) }).click()
  await page.getByRole('option', { name: t(starterNames.materials) }).click()
  await making.getByRole('button', { name: t(say.add) }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Box not sealed' })).toBeVisible()
  await expect(suggestions).toBeHidden()

  const body = { title: 'Open box', category: 'materials', severity: 'low' } as const
  const { id } = await asAna(url, incidents.add, { body })
  for (const screen of [page, hers]) await screen.goto(`/incidents/${id}`)
  await page.getByRole('button', { name: t(say.merge) }).click()
  const merging = page.getByRole('dialog', { name: t(say.mergeTitle, { number: '2' }) })
  await merging.getByRole('searchbox').fill('sealed')
  await merging.getByRole('option').click()
  await expectNoViolationsInBoth(page)
  await merging.getByRole('button', { name: t(say.mergeNow), exact: true }).click()

  const target = t(say.heading, { number: '1', title: 'Box not sealed' })
  await expect(page.getByRole('heading', { level: 1, name: target })).toBeVisible()
  const reports = page.getByRole('region', { name: t(say.reports) })
  await expect(reports.getByRole('listitem')).toHaveCount(2)
  const notice = hers.getByRole('region', { name: t(say.isMerged) })
  await expect(notice.getByRole('link', { name: target })).toBeVisible()
  await expect(hers.getByRole('button', { name: t(say.edit) })).toBeHidden()
  await expectNoViolationsInBoth(hers)

  const merged = page.getByRole('region', { name: t(say.merged) })
  await merged.getByRole('button', { name: t(say.partOf, { number: '2' }) }).click()
  await expect(merged).toBeHidden()
  await expect(hers.getByRole('button', { name: t(say.edit) })).toBeVisible()
})
