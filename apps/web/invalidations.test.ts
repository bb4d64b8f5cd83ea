import { glob } from 'tinyglobby'
import { expect, test } from 'vitest'
import { electionChanged } from '#features/elections/contract.ts'
import { wallMoved } from '#features/situation/contract.ts'
import type { LiveEvent } from '#kit/contract/live.ts'
import { invalidations } from './invalidations.ts'

const isEvent = (it: unknown): it is LiveEvent =>
  typeof it === 'object' && it !== null && 'name' in it && 'payload' in it

test('whatever is announced makes something old', async () => {
  const files = await glob('features/*/*contract.ts', { absolute: true })
  const contracts: object[] = await Promise.all(files.map((file) => import(file)))
  const announced = contracts.flatMap(Object.values).filter(isEvent)

  const known = new Set(invalidations.map(({ event }) => event.name))

  expect(announced.length).toBeGreaterThan(10)
  // Of another election everything is read again: the shell does. A wall has a stream of its own, and one reading.
  const elsewhere = new Set<string>([electionChanged.name, wallMoved.name])
  expect(announced.filter(({ name }) => !elsewhere.has(name) && !known.has(name))).toEqual([])
})
