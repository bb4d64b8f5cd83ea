import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { assignments } from '#features/assignments/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { addObservers, asAna, question, scrollsSideways, signInFirst, toast } from '../acts.ts'
import { dueAnHourAgo, observerIdOf, plan, stationIdOf } from '../deployment/plan-of.ts'
import { nameOf, type Station } from '../phone.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'stations' })

const station: Station = ['CJ-N', 1]

const rowOf = (page: Page, code: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${code} `) }) })

/** Opens the page of a station from the list of its county. */
async function open(page: Page, municipality: string, number: number, url: string): Promise<void> {
  const { stations } = await asAna(url, places.search, {
    query: { text: `${municipality} ${number}` },
  })
  await page.goto(`/stations/${stations[0]?.id}`)
}

test('settles a disagreement of two observers with a reason, and reopens it on a new answer', {
  tag: '@slow',
}, async ({ page, phone, server }) => {
  const [bogdan, calina] = [await phone(0), await phone(1)]
  await bogdan.arrive(station, '2026-11-22 06:40')
  await bogdan.answer(station, { A1: ['Da'], B1: ['Nu'] })
  await open(page, 'Cluj-Napoca', 1, server.url)
  await expect(page.getByRole('heading', { name: 'Cluj Cluj-Napoca 1' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: nameOf(0) })).toContainText('Urban area')

  // A report that arrives shows by itself.
  await calina.answer(station, { A1: ['Nu'], B1: ['Nu'] })
  await calina.note(station, { text: 'Sigiliul lipsea', question: 'A1' })
  await expect(page.getByRole('columnheader', { name: nameOf(1) })).toBeVisible()
  await expect(page.getByText('1 difference to settle')).toBeVisible()
  await expect(page.getByText('Sigiliul lipsea')).toBeVisible()
  await expectNoViolations(page)

  await page.keyboard.press('n')
  const row = rowOf(page, 'A1')
  await expect(row).toBeFocused()
  await row.getByRole('button', { name: 'Settle A1' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Settle A1' })
  await dialog.getByRole('button', { name: /Whose answer is right/ }).click()
  await page.getByRole('option', { name: `${nameOf(1)}: Nu` }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Confirmat la telefon')
  await dialog.getByRole('button', { name: 'Settle' }).click()

  await expect(toast(page)).toContainText('The difference is settled')
  await expect(row).toContainText(`Settled by ana: the answer of ${nameOf(1)} is right`)
  await expect(row).toContainText('Confirmat la telefon')
  await expect(page.getByText('No differences to settle')).toBeVisible()
  await bogdan.answer(station, { A1: [] })
  await bogdan.answer(station, { A1: ['Da'] })
  await expect(row).toContainText('Settled by ana')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('The observers differ')
})

test('stacks the answers on a phone and never scrolls sideways', async ({
  page,
  phone,
  server,
}) => {
  const [bogdan, calina] = [await phone(0), await phone(1)]
  await bogdan.answer(station, { A1: ['Da'] })
  await calina.answer(station, { A1: ['Nu'] })
  await page.setViewportSize(sizes.phone)
  await open(page, 'Cluj-Napoca', 1, server.url)

  await expect(page.getByRole('heading', { name: /^A1 / })).toBeVisible()
  expect(await scrollsSideways(page)).toBe(false)
  await expectNoViolations(page)
})

test.describe(() => {
  test.use({ language: 'ro' })

  test('adds, corrects, closes, reopens and deletes a station in Romanian, with undo', {
    tag: '@slow',
  }, async ({ page, server }) => {
    const counties = await asAna(server.url, places.counties, {})
    await page.goto(`/polling-stations/${counties.find(({ code }) => code === 'CJ')?.id}`)
    await page.getByRole('button', { name: 'Adaugă o secție' }).click()
    const added = page.getByRole('dialog', { name: 'Adaugă o secție' })
    await added.getByRole('textbox', { name: 'Număr secție' }).fill('1')
    await added.getByRole('button', { name: 'Adaugă o secție' }).click()
    await expect(added.getByText('Altă secție de acolo are deja acest număr.')).toBeVisible()
    await added.getByRole('textbox', { name: 'Număr secție' }).fill('77')
    await added.getByRole('textbox', { name: 'Denumire' }).fill('Școala Nouă')
    await added.getByRole('button', { name: 'Adaugă o secție' }).click()
    await expect(page.getByRole('heading', { name: 'Cluj Cluj-Napoca 77' })).toBeVisible()
    expect(pathOf(page.url())).toMatch(/^\/stations\/\d+$/)

    await page.getByRole('button', { name: 'Corectează' }).click()
    const window = page.getByRole('dialog', { name: 'Corectează secția' })
    await expect(window).toContainText('Nimic nu este legat de secție.')
    await window.getByRole('textbox', { name: 'Coordonate' }).fill('46.77, 23.59')
    await window.getByRole('textbox', { name: 'Număr secție' }).fill('78')
    await window.getByRole('button', { name: 'Salvează' }).click()
    await expect(page.getByRole('heading', { name: 'Cluj Cluj-Napoca 78' })).toBeVisible()
    await expect(page.getByText('46.77000, 23.59000')).toBeVisible()

    await page.getByRole('button', { name: 'Alte acțiuni', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Închide secția' }).click()
    await question(page).getByRole('button', { name: 'Închide secția' }).click()
    await expect(page.getByText('Închisă', { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Alte acțiuni', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Redeschide secția' }).click()
    await expect(page.getByText('Secția a fost redeschisă')).toBeVisible()

    await page.getByRole('button', { name: 'Alte acțiuni', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Șterge secția' }).click()
    await question(page).getByRole('button', { name: 'Șterge secția' }).click()
    await expect(page.getByRole('heading', { name: 'Cluj (CJ)' })).toBeVisible()
    await expect(page.getByText('Secția a fost ștearsă')).toBeVisible()
    // The newest message is the last.
    const messages = page.getByRole('region', { name: 'Mesaje' })
    await messages.getByRole('button', { name: 'Anulează' }).last().click()
    await expect(page.getByRole('link', { name: '78' })).toBeVisible()
  })
})

test('keeps an open menu open when a colleague closes the station', async ({ page, server }) => {
  const id = await stationIdOf(server.url, ['CJ-T', 2])
  await page.goto(`/stations/${id}`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Close the station' })).toBeVisible()

  await asAna(server.url, places.closeStation, { params: { id } })

  await page.getByRole('menuitem', { name: 'Reopen the station' }).click()
  await expect(page.getByText('The station is open again')).toBeVisible()
})

test('adds a station only once its municipality is known', async ({ page, server }) => {
  const counties = await asAna(server.url, places.counties, {})
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/municipalities', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/polling-stations/${counties.find(({ code }) => code === 'CJ')?.id}`)
  await page.getByRole('button', { name: 'Add a station' }).click()
  const window = page.getByRole('dialog', { name: 'Add a station' })
  await window.getByRole('textbox', { name: 'Number' }).fill('1')
  const add = window.getByRole('button', { name: 'Add a station' })
  await expect(add).toBeDisabled()

  release()
  await add.click()

  await expect(window.getByText('Another station there has this number')).toBeVisible()
})

test('reports a station address that does not exist', async ({ page }) => {
  for (const address of ['999999', 'urna']) {
    await page.goto(`/stations/${address}`)
    await expect(page.getByRole('heading', { name: 'There is no such station' })).toBeVisible()
  }
})

test('shows expected observers before any report, with calls and excuses, live', {
  tag: '@slow',
}, async ({ page, phone, server: { url } }) => {
  const turda: Station = ['CJ-T', 1]
  const [bogdan, calina] = [nameOf(0), nameOf(1)]
  await plan(url, bogdan, turda)
  await plan(url, calina, turda)
  await dueAnHourAgo(url, 'Sosire')
  const observerId = await observerIdOf(url, calina)
  await asAna(url, notifications.send, {
    body: { title: 'Unde ești?', message: 'Sună la sediu.', recipients: [observerId] },
  })
  await page.goto(`/stations/${await stationIdOf(url, turda)}`)
  const card = page.getByRole('region', { name: 'Who is to be here' })
  const of = (name: string) =>
    card.getByRole('list', { name: `Milestones: ${name}` }).getByRole('listitem')
  await expect(of(bogdan)).toContainText('late')
  await expect(of(calina)).toContainText('late')
  await expect(card.getByRole('link', { name: `Call ${bogdan}` })).toBeVisible()
  await expectNoViolations(page)

  await (await phone(0)).arrive(turda, '2026-11-22 08:00')
  await expect(of(bogdan)).toContainText('done')
  await expect(of(calina)).toContainText('late')

  await card.getByRole('button', { name: `More actions: ${calina}` }).click()
  await page.getByRole('menuitem', { name: 'Excuse' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('La spital')
  await dialog.getByRole('button', { name: 'Excuse' }).click()
  await expect(of(calina)).toContainText('La spital')

  const messages = page.getByRole('region', { name: 'What was sent to those here' })
  await expect(messages.getByRole('link', { name: 'Unde ești?' })).toBeVisible()
  await expect(messages.getByRole('listitem').last()).toContainText(calina)
  await expect(messages.getByRole('link', { name: calina })).toHaveAttribute(
    'href',
    `/observatori/profil/view/id/${observerId}`,
  )
  await expect(page.getByText('The station is in no earlier election.')).toBeVisible()
})

test('names some recipients of a message and links to all, and pages older messages', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await addObservers(url, 12, 'Zzz Mulți', '0738 0')
  const { data } = await asAna(url, observers.list, { query: { name: 'Zzz Mulți' } })
  const pollingStationId = await stationIdOf(url, ['CJ-T', 2])
  const shift = { from: '2026-11-22 06:00', until: '2026-11-22 23:00' }
  const recipients = data.map(({ id }) => id)
  await asAna(url, assignments.add, {
    body: {
      assignments: recipients.map((observerId) => ({ observerId, pollingStationId, ...shift })),
    },
  })
  for (let nth = 1; nth <= 6; nth++)
    await asAna(url, notifications.send, {
      body: { title: `Mesajul ${nth}`, message: 'Sună la sediu.', recipients },
    })
  await page.goto(`/stations/${pollingStationId}`)
  const messages = page.getByRole('region', { name: 'What was sent to those here' })

  await expect(messages.getByRole('link', { name: 'Mesajul 6' })).toBeVisible()
  await expect(messages.getByRole('link', { name: /^Zzz Mulți/ })).toHaveCount(5 * 8)
  await expect(messages.getByRole('link', { name: 'and 4 more' }).first()).toHaveAttribute(
    'href',
    /\/notifications\/history\/\d+$/,
  )
  await expect(messages.getByRole('link', { name: 'Mesajul 1' })).toHaveCount(0)
  await messages.getByRole('button', { name: 'Next page' }).click()
  await expect(messages.getByRole('link', { name: 'Mesajul 1' })).toBeVisible()
  await expectNoViolations(page)
})

test.describe('at a desk of one county', () => {
  test.use({ isSignedIn: false })

  test('says that a station is out of reach after it moves to another county', {
    tag: '@slow',
  }, async ({ page, server: { url } }) => {
    const ngoId = (await asAna(url, accounts.list, {})).find(({ account }) => account === 'ana')
      ?.ngoId as never
    const password = 'prima parolă dată'
    await asAna(url, accounts.add, {
      body: { account: 'birou', password, ngoId, role: 'reviewer', countyCodes: ['CJ'] },
    })
    await page.goto('/answers')
    await signInFirst(page, { user: 'birou', password }, 'parola aleasă la birou')
    await expect(page.getByRole('complementary')).toContainText('Cluj only')
    const { stations } = await asAna(url, places.search, { query: { text: 'Turda 3' } })
    const params = { id: stations[0]?.id as never }
    await page.goto(`/stations/${params.id}`)
    await expect(page.getByRole('heading', { name: 'Cluj Turda 3' })).toBeVisible()
    await expect(page.getByText('Live', { exact: true })).toBeAttached()
    await expect(page.getByRole('alert')).toBeHidden()

    const { stations: others } = await asAna(url, places.search, { query: { text: 'Brașov 1' } })
    const { areaId } = await asAna(url, places.station, { params: { id: others[0]?.id as never } })
    await asAna(url, places.editStation, { params, body: { areaId, number: 90 } })

    await expect(page.getByRole('alert')).toContainText('no longer seen here')
    await expect(page.getByText('Grădinița nr. 3')).toBeVisible()
  })
})
