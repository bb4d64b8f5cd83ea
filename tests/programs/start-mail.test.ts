// @module-tag slow
import { expect, test } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { accounts } from '#features/accounts/contract.ts'
import { fakeMailServers } from '#testing/fake-mail-server.ts'
import { admin, installations, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

const install = installations()
const open = fakeMailServers()
const { folder, start } = programs()

test('notifies staff through a configured mail server', async () => {
  const { environment } = await install()
  const office = await open()
  const mail = { SMTP_URL: office.url, MAIL_FROM: 'veghe@example.org' }
  const { url } = await start({ ...environment, ...mail, DATA_DIR: await folder() })
  const elena = {
    account: 'Elena',
    password: 'o parolă destul de lungă',
    email: 'elena@example.org',
  }

  await phoneAt(url, { forMs: 0 })(accounts.add, { body: elena }, await signIn(url, admin))

  await expect.poll(() => office.letters).toMatchObject([{ to: [elena.email] }])
})
