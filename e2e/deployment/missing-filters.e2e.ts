import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { addCalin, asAna, goWithin } from '../acts.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'what an address names that is not there' })

const leave = (page: Page) => page.getByRole('button', { name: 'Show without this filter' })

const addresses = [
  ['/deployment/plan?ngoId=99999', 'no such organisation', /\/deployment\/plan$/],
  ['/deployment/plan?areaId=99999', 'no such area', /\/deployment\/plan$/],
  ['/deployment/plan?observerId=99999', 'no such observer', /\/deployment\/plan$/],
  ['/deployment/plan?stationId=99999', 'no such polling station', /\/deployment\/plan$/],
  ['/deployment/areas?by=station&areaId=99999', 'no such area', /\/deployment\/areas$/],
  ['/deployment?countyId=99999', 'no such area', /\/deployment$/],
  ['/deployment?ngoId=99999', 'no such organisation', /\/deployment$/],
  ['/deployment?observerId=99999', 'no such observer', /\/deployment$/],
  ['/deployment?stationId=99999', 'no such polling station', /\/deployment$/],
  ['/deployment?milestoneId=99999', 'no such milestone', /\/deployment$/],
  ['/statistics/coverage?areaId=99999', 'no such area', /\/coverage$/],
  ['/statistics/coverage?ngoId=99999', 'no such organisation', /\/coverage$/],
  ['/statistics/coverage?milestoneId=99999', 'no such milestone', /\/coverage$/],
  ['/map?county=99999', 'no such county', /\/map$/],
  ['/stations/differences?areaId=99999', 'no such area', /\/differences$/],
  ['/stations/differences?formId=99999', 'no such form', /\/differences$/],
] as const

test('reports the missing filter of each list and removes it', async ({ page }) => {
  await page.goto('/deployment/plan')
  for (const [address, text, where] of addresses)
    await test.step(address, async () => {
      await goWithin(page, address)
      await expect(page.getByRole('status').filter({ hasText: text })).toContainText(
        'The address is wrong, or it is not yours to see',
      )
      await leave(page).press('Enter')
      await expect(page).toHaveURL(where)
      await expect(leave(page)).toHaveCount(0)
    })
})

test('reports a switched-off organisation instead of an empty plan', async ({
  page,
  server: { url },
}) => {
  const { ngoId: id } = await addCalin(url)
  await asAna(url, accounts.editNgo, { params: { id }, body: { isActive: false } })
  await page.goto(`/deployment/plan?ngoId=${id}`)
  await expect(page.getByText('Vot Curat is switched off')).toBeVisible()
  await expectNoViolations(page)
  await leave(page).click()
  await expect(leave(page)).toHaveCount(0)
  await asAna(url, accounts.editNgo, { params: { id }, body: { isActive: true } })
})
