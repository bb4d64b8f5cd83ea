import { glob } from 'tinyglobby'
import { expect, test } from 'vitest'
import { electionChanged } from '#features/elections/contract.ts'
import { wallMoved } from '#features/situation/contract.ts'
import type { LiveEvent } from '#kit/contract/live.ts'
import { invalidations } from './invalidations.ts'

const isEvent = (it: unknown): it is LiveEvent =>
  typeof it === 'object' && it !== null && 'name' in it && 'payload' in it

test('invalidations cover every announced event', async () => {
  const files = await glob('features/*/*contract.ts', { absolute: true })
  const contracts: object[] = await Promise.all(files.map((file) => import(file)))
  const announced = contracts.flatMap(Object.values).filter(isEvent)

  const known = new Set(invalidations.map(({ event }) => event.name))

  expect(announced.length).toBeGreaterThan(10)
  // The shell reloads everything for another election. A wall has its own stream, and a single reading.
  const elsewhere = new Set<string>([electionChanged.name, wallMoved.name])
  expect(announced.filter(({ name }) => !elsewhere.has(name) && !known.has(name))).toEqual([])
})
