import { expect, type Page } from '@playwright/test'
import { scrollsSideways } from '../acts.ts'
import { phoneOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

test.use({ about: 'kinds of questions' })

const exact = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  test('builds a form of every kind, and publishes it to an older phone', async ({
    page,
    server: { url },
  }) => {
    const field = (name: string) => page.getByRole('textbox', { name })
    await page.goto('/formulare/nou')
    await field('Titlu').first().fill('Prezență')
    await field('Cod').first().fill('P')
    const kind = page.getByRole('button', { name: /Felul răspunsului/ }).last()
    const choose = async (name: string) => {
      await kind.press('Enter')
      await page.getByRole('option', { name, exact: true }).press('Enter')
      await expect(kind).toContainText(name)
    }
    const ask = async (text: string, name: string) => {
      await exact(page, 'Adaugă o întrebare').press('Enter')
      await page.keyboard.type(text)
      await choose(name)
    }
    await ask('Câți au votat?', 'Număr întreg')
    await field('Minimum').fill('3.000')
    await field('Maximum').fill('0')
    await field('Unitate').fill('alegători')
    await page.getByLabel('Obligatorie').check()
    await choose('Dată')
    await choose('Număr întreg')
    await exact(page, 'Publică').first().press('Enter')
    await expect(page.getByText('Maximul este mai mic decât minimul.')).toBeVisible()
    await expect(field('Maximum')).toBeFocused()
    await field('Maximum').fill('3.000')
    await field('Minimum').fill('0')
    await ask('Ce parte din liste era tipărită?', 'Număr cu zecimale')
    await ask('Cum a fost?', 'Evaluare')
    await ask('Cine era președintele?', 'Text scurt')
    await ask('Ce s-a întâmplat?', 'Text lung')
    await ask('Când s-a afișat lista?', 'Dată')
    await ask('La ce oră s-a deschis?', 'Oră')
    await ask('Când au plecat?', 'Dată cu oră')
    const preview = page.getByRole('complementary', { name: 'Previzualizare' })
    await expect(preview).toContainText('de la 0 la 3.000 alegători')
    await expect(preview.getByRole('group', { name: 'Evaluare de la 1 la 5' })).toBeVisible()
    await expectNoViolationsInBoth(page)
    await page.setViewportSize(sizes.phone)
    expect(await scrollsSideways(page)).toBe(false)
    await exact(page, 'Publică').last().click()
    await expect(page).toHaveURL(/\/formulare$/)

    const phone = await phoneOf(url, 2)
    await phone.answer(['CJ-T', 1], {
      P1: ['Răspuns (0–3000 alegători): 1 250'],
      P7: ['Răspuns (hh:mm): 9.05'],
    })
  })
})
