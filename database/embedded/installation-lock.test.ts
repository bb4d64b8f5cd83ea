import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installationOwner, lockInstallation } from './installation-lock.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veghe-lock-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('lets exactly one of many simultaneous starts take over a dead lock', async () => {
  for (let round = 0; round < 20; round++) {
    await writeFile(join(folder, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'never' }))

    const attempts = Array.from({ length: 10 }, () => lockInstallation(folder))
    const outcomes = await Promise.allSettled(attempts)

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readdir(folder)).toEqual(['lock'])
  }
})

test('takes over a lock that a crash left half written', { tags: 'slow' }, async () => {
  await writeFile(join(folder, 'lock'), '{"pi')

  const unlock = await lockInstallation(folder)

  expect(await installationOwner(folder)).toBe(process.pid)
  await unlock()
  expect(await installationOwner(folder)).toBeUndefined()
})
