import { expect, type Locator, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { assignments } from '#features/assignments/contract.ts'
import {
  addCalin,
  asAna,
  choose,
  plannedRow,
  rowOf,
  scrollsSideways,
  signIn,
  toast,
} from '../acts.ts'
import { nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'
import { dueAnHourAgo, plan } from './plan-of.ts'

test.use({ about: 'deployment' })
test.describe.configure({ mode: 'serial' })

const cellOf = (page: Page, area: string) =>
  page.getByRole('table', { name: 'How far each milestone is' }).getByRole('link', {
    name: new RegExp(`^${area}, `),
  })

const list = (page: Page) => page.getByRole('table', { name: 'Who is expected' })

test('builds a milestone and a plan by clicks and shows who owes what', async ({ page }) => {
  await page.goto('/deployment')
  await expect(page.getByText('There is no plan yet')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Make the plan' }).click()

  await page.getByRole('button', { name: 'Add to the plan' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('searchbox', { name: 'Observer: name' }).fill(nameOf(0).slice(0, 6))
  await window.getByRole('option', { name: nameOf(0) }).click()
  await window.getByRole('searchbox', { name: /^Station/ }).fill('Turda 1')
  await window.getByRole('option', { name: /Turda 1/ }).click()
  await expectNoViolations(page)
  await window.getByRole('button', { name: 'Add to the plan' }).click()
  await expect(toast(page)).toContainText('One assignment was added.')
  await expect(plannedRow(page, nameOf(0))).toContainText('Turda 1')
  await page.getByRole('tab', { name: 'Cover by area' }).click()
  await expect(rowOf(page, 'Cluj').filter({ hasText: '1 of 6' })).toBeVisible()

  await page
    .getByRole('navigation', { name: 'Deployment' })
    .getByRole('link', { name: 'Milestones' })
    .click()
  await expect(page.getByText('There are no milestones yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add milestone' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('At the station')
  await expectNoViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add milestone' }).click()
  await expect(toast(page)).toContainText('At the station was added.')
  await expect(rowOf(page, 'At the station')).toContainText('Arrival at the station')
  await expect(rowOf(page, 'At the station')).not.toContainText('being worked out')

  await page
    .getByRole('navigation', { name: 'Deployment' })
    .getByRole('link', { name: 'Areas' })
    .click()
  await expect(cellOf(page, 'Cluj')).toContainText('0 of 1')
  await expectNoViolations(page)
})

test('moves, deletes and restores a milestone', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/deployment/milestones')
  await page.getByRole('button', { name: 'Edit At the station' }).click()
  await page.getByRole('button', { name: /^The deadline is|at a time/ }).click()
  await page.getByRole('option', { name: 'after each shift begins' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'At the station')).toContainText('30 minutes after the shift begins')

  await choose(page, 'At the station', 'Delete')
  await expect(page.getByText('There are no milestones yet')).toBeVisible()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'At the station')).toBeVisible()
  await choose(page, 'At the station', 'Delete')
  await expect(page.getByText('There are no milestones yet')).toBeVisible()
  const back = page.getByRole('button', { name: 'Bring back At the station' })
  await back.click()
  await expect(rowOf(page, 'At the station')).toBeVisible()
  await expect(back).toHaveCount(0)
  await choose(page, 'At the station', 'Delete')
  await expect(page.getByText('There are no milestones yet')).toBeVisible()
})

test('turns the cell of an open screen from late to done live', {
  tag: '@slow',
}, async ({ page, server, phone }) => {
  const bogdan = await phone(1)
  await plan(server.url, nameOf(1), ['BV-B', 1])
  await plan(server.url, nameOf(2), ['AG-P', 1])
  await plan(server.url, nameOf(3), ['AG-P', 2])
  await dueAnHourAgo(server.url, 'Sosire')
  await page.goto('/deployment/areas')
  await expect(cellOf(page, 'Brașov')).toContainText('0 of 1')
  // The event stream opens only after the screen is drawn.
  await expect(page.getByText('Live', { exact: true })).toBeAttached()

  await bogdan.arrive(['BV-B', 1], '2026-11-22 08:00')
  await expect(cellOf(page, 'Brașov')).toContainText('1 of 1')
  await expect(cellOf(page, 'Brașov')).not.toContainText('late')
  await expect(cellOf(page, 'Total')).toContainText('1 of 3')

  // Without late observers, the cell links to all who owe the milestone.
  await cellOf(page, 'Brașov').click()
  await expect(list(page).getByRole('row')).toHaveCount(2)
  await expect(list(page)).toContainText(nameOf(1))
})

test('addresses a message to exactly the late observers of an area', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/deployment/areas')
  await page.getByRole('button', { name: /^Sosire/ }).click()
  await expect(cellOf(page, '.+').first()).toHaveAccessibleName(/^Argeș/)
  await page.reload()
  await expect(cellOf(page, '.+').first()).toHaveAccessibleName(/^Argeș/)
  await cellOf(page, 'Argeș').click()
  await expect(page).toHaveURL(/state=late/)
  await expect(list(page).getByRole('row')).toHaveCount(3)
  await list(page).getByRole('checkbox', { name: 'Select all shown' }).check()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Message', exact: true }).click()

  const names = page.getByRole('region', { name: 'Who gets the message' })
  await expect(names).toContainText(nameOf(2))
  await expect(names).toContainText(nameOf(3))
  await expect(page.getByRole('button', { name: 'Send to 2 observers' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the selection' }).click()
  await expect(page.getByRole('region', { name: 'What is selected' })).toContainText('2 selected')
  // *Now* counts deadlines, the list assignments: the list tells both.
  await page.goto('/deployment?state=late')
  await expect(page.getByRole('main')).toContainText(/2 assignments · \d+ deadlines/)
})

test('replaces one observer, excuses another and undoes both; tells both who hand over a shift', {
  tag: '@slow',
}, async ({ page, server }) => {
  await page.goto('/deployment?state=late')
  await choose(page, nameOf(2), 'Replace')
  await page.getByRole('searchbox', { name: 'Observer: name' }).fill(nameOf(5).slice(0, 3))
  await page.getByRole('option', { name: nameOf(5) }).click()
  await page.getByRole('radio', { name: 'Never came' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect(list(page)).toContainText(nameOf(5))
  await expect(list(page)).not.toContainText(nameOf(2))
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(list(page)).toContainText(nameOf(2))
  await expect(list(page)).not.toContainText(nameOf(5))

  await choose(page, nameOf(3), 'Excuse')
  await page.getByRole('textbox', { name: 'Reason' }).fill('Ill')
  await page.getByRole('dialog').getByRole('button', { name: 'Excuse' }).click()
  await expect(list(page)).not.toContainText(nameOf(3))
  await page.getByRole('link', { name: 'Areas' }).click()
  await expect(cellOf(page, 'Argeș')).toContainText('1 excused')
  await expect(cellOf(page, 'Argeș')).toHaveAccessibleName(/0 of 1 done, 1 late, 1 excused$/)
  await page.goBack()
  await toast(page)
    .filter({ hasText: 'Excused from one milestone.' })
    .getByRole('button', { name: 'Undo' })
    .last()
    .click()
  await expect(list(page)).toContainText(nameOf(3))

  const planned = async (name: string) =>
    (await asAna(server.url, assignments.list, { query: { name } })).data.map(({ id }) => id)
  const ids = await planned(nameOf(2))
  const expectToShow = async (name: string, words: RegExp) => {
    await page.goto('/deployment?state=late')
    await choose(page, nameOf(2), 'Replace')
    await page.getByRole('searchbox', { name: 'Observer: name' }).fill(nameOf(5).slice(0, 3))
    await page.getByRole('option', { name: nameOf(5) }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
    await toast(page)
      .getByRole('button', { name: `Message ${name}` })
      .click()
    await expect(page.getByRole('region', { name: 'Who gets the message' })).toContainText(name)
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(words)
    await page.goto('/deployment/plan')
    await expect(plannedRow(page, nameOf(5))).toContainText(`replaces ${nameOf(2)} since`)
    const insteadOf = await planned(nameOf(5))
    await asAna(server.url, assignments.restore, { body: { ids, insteadOf } })
  }
  await expectToShow(nameOf(5), /shift at \{station\}/)
  await expectToShow(nameOf(2), /has taken over your shift/)
})

test('hands out the selected observers to call, and all their assignments to a free one', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/deployment?state=late')
  await rowOf(page, nameOf(3)).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: nameOf(3) })).toBeVisible()
  await page.getByRole('button', { name: 'No answer' }).click()
  await page.getByRole('button', { name: 'Call the next' }).click()
  await expect(toast(page).last()).toContainText('All observers of this list have been called')

  await page.goto('/deployment?state=late')
  await list(page).getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  const window = page.getByRole('dialog', { name: 'Who replaces 2 observers?' })
  await window.getByRole('button', { name: `Choose ${nameOf(5)}` }).click()
  await window.getByRole('radio', { name: 'Never came' }).check()
  await expectNoViolations(page)
  await window.getByRole('button', { name: 'Replace' }).click()
  await expect(toast(page)).toContainText(`${nameOf(5)} has taken over 2 assignments.`)
  await expect(list(page)).not.toContainText(nameOf(2))
  await expect(list(page).getByRole('row', { name: nameOf(5) })).toHaveCount(2)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(list(page)).toContainText(nameOf(2))
  await expect(list(page)).toContainText(nameOf(3))
  await expect(list(page)).not.toContainText(nameOf(5))
})

test('drills down to stations, and lists and exports silent observers', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/deployment/areas')
  await page.getByRole('link', { name: 'Argeș', exact: true }).click()
  await page.getByRole('link', { name: 'Pitești', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Pitești' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Argeș', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Station 2', exact: true })).toHaveAttribute(
    'href',
    /^\/stations\/\d+$/,
  )
  await expectNoViolations(page)
  await page.getByRole('link', { name: /^Station 2, Sosire/ }).click()
  await expect(list(page).getByRole('row')).toHaveCount(2)
  await expect(list(page)).toContainText(nameOf(3))
  await page.getByRole('button', { name: 'Remove the filter Pitești 2' }).click()
  await expect(list(page)).toContainText(nameOf(2))

  await page.goto('/deployment/areas?by=station')
  await expect(page.getByRole('link', { name: 'Argeș', exact: true })).toHaveAttribute(
    'href',
    /areaId=/,
  )
  await page.goto('/deployment')
  await page.getByRole('button', { name: /Silent for/ }).click()
  await page.getByRole('option', { name: '6 hours' }).click()
  await expect(page).toHaveURL(/silent=360/)
  await expect(list(page)).toContainText(nameOf(2))
  await expect(list(page)).not.toContainText(nameOf(1))
  await choose(page, nameOf(2), 'Only this observer')
  await expect(list(page).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: `Remove the filter ${nameOf(2)}` })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV file' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
})

test('limits a county desk and another organisation to their own data', {
  tag: '@slow',
}, async ({ server, elsewhere }) => {
  const { url } = server
  const desk = { user: 'birou', password: 'parola de la birou' }
  await asAna(url, accounts.add, {
    body: {
      account: desk.user,
      password: 'parola primită',
      role: 'reviewer',
      countyCodes: ['AG'],
    },
  })
  const calin = await addCalin(url)

  const other = await elsewhere()
  await other.goto('/deployment')
  await signIn(other, calin)
  await expect(other.getByText('There is no plan yet')).toBeVisible()

  const limited = await elsewhere()
  await limited.goto('/deployment')
  await signIn(limited, { ...desk, password: 'parola primită' })
  await limited.getByLabel('New password', { exact: true }).fill(desk.password)
  await limited.getByRole('button', { name: 'Set it and continue' }).click()
  await expect(list(limited)).toContainText(nameOf(2))
  await expect(list(limited)).not.toContainText(nameOf(1))
  await limited.goto('/deployment/areas')
  await expect(cellOf(limited, 'Argeș')).toContainText('0 of 2')
  await expect(cellOf(limited, 'Brașov')).toHaveCount(0)
})

test('keeps the call link in sight when the table is wider than the screen', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  for (const name of ['Deschidere', 'Prezență', 'Votarea', 'Închidere', 'Numărare'])
    await dueAnHourAgo(url, name)
  await page.setViewportSize({ width: 1000, height: 900 })
  await page.goto('/deployment?state=late')
  const call = list(page).getByRole('link', { name: `Call ${nameOf(2)}` })
  await call.hover()
  await list(page).evaluate((table) => table.parentElement?.scrollTo({ left: 0 }))

  await expect(list(page).getByText('Last seen')).toBeInViewport({ ratio: 1 })
  await expect(list(page).getByText('Numărare')).not.toBeInViewport()
  await expect(call).toBeInViewport({ ratio: 1 })
})

/** Whether all of it is on the screen without scrolling. */
const inSight = (link: Locator) => expect(link).toBeInViewport({ ratio: 1 })

test('puts three call links on the first screen, most late milestones first', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await plan(url, nameOf(4), ['AG-P', 3])
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/deployment')
  const calls = list(page).getByRole('link', { name: /^Call / })
  await expect(list(page).getByRole('row').nth(1)).toContainText('6 milestones')
  for (const nth of [0, 1, 2]) await inSight(calls.nth(nth))
  await expect(list(page).getByRole('row').last()).toContainText(nameOf(1))

  for (const nth of [1, 2, 3])
    await list(page).getByRole('row').nth(nth).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page).toHaveURL(/profil/)
  await inSight(page.getByRole('link', { name: /^Call / }).first())
  await page.goBack()
  await expect(page.getByRole('region', { name: 'What is selected' })).toContainText('3 selected')
})

test.describe('in Romanian, on a phone', () => {
  test.use({ language: 'ro', viewport: sizes.phone })

  test('puts a call link on the first screen, and lists late observers of an area', {
    tag: '@slow',
  }, async ({ page }) => {
    await page.goto('/deployment')
    await inSight(page.getByRole('link', { name: /^Sună: / }).first())
    await expectNoViolations(page)
    expect(await scrollsSideways(page)).toBe(false)

    await page.goto('/deployment/areas')
    await page.getByRole('button', { name: /Ordinea/ }).click()
    await page.getByRole('option', { name: 'Cei mai mulți întârziați: Sosire' }).click()
    await expect(page).toHaveURL(/sort=-\d/)
    // The first card is the total.
    await expect(
      page
        .getByRole('list', { name: /^Cât s-a făcut/ })
        .getByRole('listitem')
        .nth(1),
    ).toContainText('Argeș')
    await page.getByRole('link', { name: /^Argeș, Sosire: .* întârziate$/ }).click()
    await inSight(page.getByRole('link', { name: `Sună: ${nameOf(2)}` }))
  })

  test('keeps the place in the list on going back', { tag: '@slow' }, async ({ page }) => {
    await page.goto('/deployment?state=late')
    const one = page.getByRole('link', { name: /Pitești/ }).last()
    await one.click()
    await expect(page).toHaveURL(/stations/)
    await page.goBack()
    await expect(one).toBeInViewport()
  })
})
