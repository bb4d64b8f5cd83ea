import { expect, test } from 'vitest'
import { registerPage } from './register-domain.ts'

const incident = { number: 7, title: 'Urnă <b>deschisă</b>', place: 'Cluj Dej 12', outcome: '' }

test('writes a page without scripts in which texts are no markup', () => {
  const page = registerPage(
    { election: 'Alegeri "2026"', incidents: [{ ...incident, state: 'referred' }] },
    'ro',
  )

  expect(page).toContain('<td>Urnă &lt;b&gt;deschisă&lt;/b&gt;</td>')
  expect(page).toContain('<td>sesizat autorităților</td>')
  expect(page).toContain('Alegeri &quot;2026&quot;</title>')
  expect(page).not.toContain('<script')
  expect(page.length).toBeLessThan(1500)
})
