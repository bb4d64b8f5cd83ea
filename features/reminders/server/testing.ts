import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { plan } from '#features/assignments/server/testing.ts'
import { milestones } from '#features/milestones/contract.ts'
import { at, figuresSettled } from '#features/milestones/server/testing.ts'
import { notifications } from '#features/notifications/contract.ts'
import { register } from '#features/notifications/server/testing.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { type FakePushProvider, fakePushProviders } from '#testing/fake-push-provider.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { reminders } from '../contract.ts'

type Draft = CallInput<typeof reminders.add>['body']

/** Set-up shared by the test files of reminders; call it once, at the top of the file. */
export function reminding() {
  const open = fakePushProviders()
  let provider: FakePushProvider
  beforeEach(async () => {
    provider = await open()
  })
  const set = stage(filesIn, async () => ({ push: provider.push }))

  /** Plans Bogdan at two stations and Dana at one, each with a phone, with arrivals due at noon. It is ten. */
  async function setMorning(dueAt = '2026-11-22 12:00', now = '10:00') {
    const cast = await set()
    cast.clock.now = at(now)
    await register(cast.bogdan, 'bogdan')
    await register(cast.dana, 'dana')
    await cast.startJobs()
    const planned = [
      await plan(cast, 'Bogdan Pop', ['AB1', 1]),
      await plan(cast, 'Bogdan Pop', ['CJ1', 1]),
      await plan(cast, 'Dana Ionescu', ['CJ1', 1]),
    ]
    const milestoneId = await cast.ana.call(milestones.add, {
      body: { name: 'Sosire', kind: 'arrival', dueAt },
    })
    await figuresSettled(cast)
    return { ...cast, milestoneId, planned }
  }

  /** The messages on phones, once all deliveries have a result. */
  async function arrived(count: number) {
    await expect.poll(() => provider.taken.length).toBe(count)
    return provider.taken
      .map(
        ({ token, body }) =>
          `${token}: ${(body as { data: { message: string } }).data.message ?? JSON.stringify(body)}`,
      )
      .sort()
  }

  return { set, setMorning, arrived }
}

export const draft = { title: 'Termen', message: '{name}: {station} până la {ora}' }

export const remind = (
  { ana, milestoneId }: Pick<Stage, 'ana'> & { readonly milestoneId: Draft['milestoneId'] },
  more: Partial<Draft>,
) => ana.call(reminders.add, { body: { ...draft, milestoneId, minutes: -30, ...more } })

const jobIds = async ({ database }: Pick<Stage, 'database'>) =>
  (
    await sql<{ id: number }>`
      select id from jobs where name = 'reminders.send' and running_until is null order by id`.execute(
      database.primary,
    )
  ).rows.map(({ id }) => id)

const countRunning = async ({ database }: Pick<Stage, 'database'>) =>
  (
    await sql`
      select from jobs where name = 'reminders.send' and running_until is not null`.execute(
      database.primary,
    )
  ).rows.length

async function hurry(cast: Stage) {
  await cast.database.write((tx) =>
    sql`update jobs set due_at = now() where name = 'reminders.send'`.execute(tx),
  )
  await cast.database.write((tx) =>
    sql`select pg_notify('veghe_jobs', 'reminders.send')`.execute(tx),
  )
}

/** Its job has run once more, and does not come again. */
export async function ends(cast: Stage) {
  await hurry(cast)
  await expect.poll(() => jobIds(cast)).toEqual([])
}

/** It is this late, and the job has run. */
export async function comes(cast: Stage, time: string) {
  cast.clock.now = at(time)
  // One that began earlier says nothing of this moment.
  await expect.poll(() => countRunning(cast)).toBe(0)
  const before = new Set(await jobIds(cast))
  await hurry(cast)
  await expect
    .poll(async () => {
      const ids = await jobIds(cast)
      return ids.length > 0 && ids.every((id) => !before.has(id))
    })
    .toBe(true)
}

export const sent = async ({ ana }: Stage) =>
  (await ana.call(notifications.list, { query: {} })).data.map(
    ({ title, body, recipients, senderAccount }) =>
      `${senderAccount}: ${title}, ${body}, ${recipients}`,
  )
