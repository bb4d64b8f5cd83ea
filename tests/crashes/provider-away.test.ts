// @module-tag slow
import { expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { answers } from '#features/answers/contract.ts'
import { exports } from '#features/export/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { addCrowd, words } from '#features/notifications/server/testing.ts'
import { tasks } from '#features/tasks/contract.ts'
import { fakePushProviders } from '#testing/fake-push-provider.ts'
import { pollOptions } from '#testing/polling.ts'
import {
  admin,
  bogdan,
  installations,
  reportOf,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

const install = installations()
const open = fakePushProviders()
const { folder, start } = programs()

test('accepts reports, lists and exports while the provider of messages never answers', async () => {
  const installation = await install()
  const provider = await open()
  await addCrowd(installation, 2000)
  const given = { ...installation.environment, ...provider.settings, DATA_DIR: await folder() }
  const { url } = await start(given)
  const [anas, bogdans] = [await signIn(url, admin), await signIn(url, bogdan)]
  const call = phoneAt(url, { forMs: 0 })
  const never = new Promise<undefined>(() => undefined)
  provider.answer(() => never)

  await call(notifications.sendAll, { body: words }, anas)
  await vi.waitFor(() => expect(provider.tries.length).toBeGreaterThan(100), pollOptions)
  await sendReport(url, bogdans, reportOf(installation, 1))
  const { id } = await call(exports.start, { body: { what: 'answers' } }, anas)

  expect(await call(answers.list, { query: {} }, anas)).toMatchObject({ totalItems: 1 })
  await vi.waitFor(
    async () =>
      expect(await call(tasks.get, { params: { id } }, anas)).toMatchObject({ state: 'done' }),
    pollOptions,
  )
  // The provider has not answered for any of them.
  expect(provider.taken).toEqual([])
}, 120_000)
