import { expect, type Locator, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { addCounty, addForm, addObserver, asAna, countyRow, goWithin, rowOf } from '../acts.ts'
import { nameOf, type Phone } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'pages that were left' })

type Phones = (person: number) => Promise<Phone>

/** What happens while a page is not open. */
type Meanwhile = {
  readonly what: string
  readonly before?: (phone: Phones) => Promise<unknown>
  readonly page: string
  /** The link to open it. */
  readonly opens?: string
  /** Where its reader goes meanwhile: a heading of the main menu. */
  readonly away: 'Observers' | 'Statistics'
  readonly happens: (url: string, phone: Phones) => Promise<unknown>
  readonly shown: (page: Page) => Locator
}

const message = { title: 'Pauză', message: 'Până la 12' }
const runoff = { name: 'Turul al doilea', day: '2026-12-06', timezone: 'Europe/Bucharest' }

const meanwhile: readonly Meanwhile[] = [
  {
    what: 'a flagged answer',
    page: '/answers?urgente=true',
    away: 'Observers',
    happens: async (_, phone) => (await phone(3)).answer(['BV-B', 2], { A1: ['Nu'] }),
    shown: (page) => page.getByRole('link', { name: nameOf(3) }),
  },
  {
    what: 'a note',
    page: '/answers?county=BV',
    away: 'Observers',
    happens: async (_, phone) => (await phone(4)).note(['BV-B', 1], { text: 'Coadă lungă' }),
    shown: (page) => page.getByRole('link', { name: nameOf(4) }),
  },
  {
    what: 'an arrival',
    before: async (phone) => (await phone(5)).answer(['CJ-T', 2], { A1: ['Da'] }),
    page: '/answers?county=CJ',
    opens: nameOf(5),
    away: 'Observers',
    happens: async (_, phone) => (await phone(5)).arrive(['CJ-T', 2], '2026-11-22 05:40'),
    shown: (page) => page.getByText('05:40'),
  },
  {
    what: 'a counted irregularity',
    page: '/statistics',
    away: 'Observers',
    happens: async (_, phone) => (await phone(0)).answer(['AG-P', 3], { A1: ['Nu'] }),
    shown: (page) =>
      page
        .getByRole('region', { name: 'Irregularities by station', exact: true })
        .getByRole('row')
        .filter({ hasText: 'Pitești 3' }),
  },
  {
    what: 'an observer',
    page: '/observatori?name=Revenit',
    away: 'Statistics',
    happens: (url) => addObserver(url, 'Radu Revenit', '0747 000 009'),
    shown: (page) => rowOf(page, 'Radu Revenit'),
  },
  {
    what: 'a county',
    page: '/polling-stations',
    away: 'Observers',
    happens: (url) => addCounty(url, 'VI', 'Viu'),
    shown: (page) => countyRow(page, 'Viu'),
  },
  {
    what: 'a form',
    page: '/formulare?tab=draft',
    away: 'Observers',
    happens: (url) => addForm(url, 'NOU'),
    shown: (page) => rowOf(page, 'Formularul NOU'),
  },
  {
    what: 'an unplaced report',
    page: '/unmatched',
    away: 'Observers',
    happens: async (_, phone) => (await phone(2)).answer(['CJ-T', 77], { A1: ['Da'] }),
    shown: (page) => rowOf(page, nameOf(2)),
  },
  {
    what: 'a message',
    page: '/notifications/history',
    away: 'Observers',
    happens: (url) => asAna(url, notifications.sendAll, { body: message }),
    shown: (page) => page.getByRole('link', { name: message.title }),
  },
  {
    what: 'an organisation',
    page: '/settings/accounts',
    away: 'Observers',
    happens: (url) =>
      asAna(url, accounts.addNgo, { body: { name: 'Ochii Deschiși', shortName: 'OD' } }),
    shown: (page) => rowOf(page, 'Ochii Deschiși'),
  },
  {
    what: 'an election',
    page: '/settings/elections',
    away: 'Observers',
    happens: (url) => asAna(url, elections.add, { body: runoff }),
    shown: (page) => rowOf(page, runoff.name),
  },
  {
    what: 'a history entry',
    page: '/history',
    away: 'Observers',
    happens: (url) => addObserver(url, 'Petra Purtată', '0747 000 010'),
    shown: (page) => page.getByText('Petra Purtată').first(),
  },
]

test('shows what arrived while a page was closed, after going back', async ({
  page,
  context,
  server,
  phone,
}) => {
  test.setTimeout(300_000)
  const beside = await context.newPage()
  await page.goto('/statistics')
  for (const { what, before, page: first, opens, away, happens, shown } of meanwhile)
    await test.step(what, async () => {
      await before?.(phone)
      await goWithin(page, first)
      if (opens) await page.getByRole('link', { name: opens }).click()
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { level: opens ? 2 : 1 }).first()).toBeVisible()
      await expect(shown(page)).toHaveCount(0)
      const address = page.url()
      await page.getByRole('navigation').getByRole('link', { name: away, exact: true }).click()
      await expect(page).not.toHaveURL(address)

      await happens(server.url, phone)
      // A page loaded now sees it: the other has got the event, too, or is about to.
      await beside.goto(address)
      await expect(shown(beside).first()).toBeVisible()

      await page.goBack()
      await expect(shown(page).first()).toBeVisible()
    })
})
