// @module-tag slow
import { afterEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#database/open.ts'
import { freshDatabase } from '#database/testing.ts'
import { carriers, type Guesser, guess } from './guessing.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function open(): Promise<Database> {
  const { url, drop } = await freshDatabase()
  const database = openDatabase({ url, connections: 2 })
  undo.push(drop, () => database.close())
  return database
}

/** Twelve minutes of a small morning, with four guesses for each observer. */
const scene = { name: '', observers: 300, minutes: 12 }
const perSecond = 2
/** By then more than twenty have signed in from each carrier. */
const after = 3
const homes = (nth: number) => `100.64.${Math.floor((nth % 1000) / 256)}.${nth % 256}`

const play = async (guesser?: Omit<Guesser, 'after' | 'perSecond'>) =>
  guess(
    await open(),
    { ...scene, ...(guesser && { guesser: { after, perSecond, ...guesser } }) },
    7,
  )

test('keeps out no observer on a morning without guesses, despite typos behind a carrier', async () => {
  const { keptOut, neverIn, knownKeptOut } = await play()

  expect({ keptOut, neverIn, knownKeptOut }).toEqual({
    keptOut: [0, 0, 0],
    neverIn: 0,
    knownKeptOut: 0,
  })
})

test('limits guesses from a separate address to a hundred per quarter hour, keeping out no observer', async () => {
  const { keptOut, tried } = await play({
    addressOf: () => '198.51.100.66',
    knows: 'no phone',
  })

  expect(keptOut).toEqual([0, 0, 0])
  expect(tried).toBeLessThanOrEqual(100)
})

test('keeps a carrier’s address open when made-up phones are guessed from it', async () => {
  const outcome = await play({ addressOf: () => carriers[0], knows: 'no phone' })

  // Those who mistype there during the attack have to wait: three in a hundred.
  expect(outcome.keptOut[0]).toBeLessThan(10)
  expect(outcome.keptOut.slice(1)).toEqual([0, 0])
  expect(outcome.neverIn + outcome.knownKeptOut).toBe(0)
})

test('admits observers behind a carrier while a thousand homes guess at every phone', async () => {
  const outcome = await play({ addressOf: homes, knows: 'all phones' })

  const [first = 0, second = 0, third = 0] = outcome.keptOut
  expect(outcome.neverIn + outcome.knownKeptOut).toBe(0)
  // Until the first twenty sign-ins show that a carrier's address is shared.
  expect(first + second + third).toBeLessThan(7)
  expect(outcome.tried).toBeLessThanOrEqual(scene.observers * 10)
})
