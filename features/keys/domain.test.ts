import { expect, test } from 'vitest'
import { roles } from '#kit/contract/roles.ts'
import { lesserRole } from './domain.ts'

test('chooses the role with fewer rights, in either order', () => {
  for (const [at, one] of roles.entries())
    for (const other of roles.slice(at))
      expect([lesserRole(one, other), lesserRole(other, one)]).toEqual([other, other])
})
