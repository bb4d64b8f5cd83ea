import { expect, type Locator, type Page } from '@playwright/test'
import { places } from '#features/places/contract.ts'
import { reminders } from '#features/reminders/contract.ts'
import { asAna, toast } from '../acts.ts'
import { dueAnHourAgo, stationIdOf } from '../deployment/plan-of.ts'
import { nameOf, type Phone } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'clicked twice' })

/** Clicks, and again while what the click changed is still being read; answers with how often it was sent. */
async function clickTwice(page: Page, button: Locator, reads: string) {
  const sent: string[] = []
  let letGo = () => {}
  const called = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isHeld = false
  await page.route('**/api/v1/**', async (route) => {
    const isRead = route.request().method() === 'GET'
    if (!isRead) sent.push(route.request().url())
    isHeld ||= !isRead
    if (isHeld && isRead && route.request().url().includes(reads)) await called
    await route.continue()
  })
  const reading = page.waitForRequest(
    (one) => isHeld && one.url().includes(reads) && one.method() === 'GET',
  )
  await button.click()
  await reading
  await expect(toast(page)).not.toBeEmpty()
  await button.click({ force: true })
  letGo()
  await expect(button).toBeHidden()
  await expect(toast(page)).not.toContainText('Error')
  return sent.length
}

type Story = {
  readonly name: string
  readonly reads: string
  readonly begin: (
    page: Page,
    url: string,
    phone: (person: number) => Promise<Phone>,
  ) => Promise<Locator>
}

const stories: readonly Story[] = [
  {
    name: 'a reminder is deleted',
    reads: '/api/v1/reminder',
    begin: async (page, url) => {
      const milestoneId = await dueAnHourAgo(url, 'Sosire')
      const body = { milestoneId, minutes: 10, title: 'Ajungi?', message: 'Te așteptăm' }
      await asAna(url, reminders.add, { body })
      await page.goto('/deployment/milestones')
      return page.getByRole('button', { name: 'Delete the reminder Ajungi?' })
    },
  },
  {
    name: 'merged stations are parted',
    reads: '/api/v1/stations/',
    begin: async (page, url) => {
      const [id, into] = [await stationIdOf(url, ['CJ-T', 1]), await stationIdOf(url, ['CJ-T', 2])]
      await asAna(url, places.mergeStation, { params: { id }, body: { into } })
      await page.goto(`/stations/${into}`)
      return page.getByRole('button', { name: 'Part Cluj Turda 1' })
    },
  },
  {
    name: 'a proposal is taken',
    reads: '/api/v1/assignment/proposals',
    begin: async (page, _url, phone) => {
      await (await phone(0)).answer(['CJ-N', 1], { A1: ['Da'] })
      await page.goto('/deployment/plan?list=areas')
      await page.getByRole('button', { name: 'Suggest observers: Cluj' }).click()
      return page.getByRole('button', { name: `Assign ${nameOf(0)}` })
    },
  },
]

for (const { name, reads, begin } of stories)
  test(`treats two clicks as one: ${name}`, async ({ page, server, phone }) => {
    const button = await begin(page, server.url, phone)

    expect(await clickTwice(page, button, reads)).toBe(1)
  })
