import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { filesIn } from '#kit/server/files/files.ts'
import { type FakeMailServer, fakeMailServers } from '#testing/fake-mail-server.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { accounts } from '../contract.ts'

const open = fakeMailServers()
let office: FakeMailServer | undefined
beforeEach(() => {
  office = undefined
})
const set = stage(filesIn, async () => (office ? { mail: office.mail } : {}))

const password = 'o parolă destul de lungă'
const email = 'elena@example.org'
const elena = { account: 'Elena', password, email }

/** The history lines of emails that the server sent or could not send. */
const recorded = async ({ database }: Stage) =>
  database.primary
    .selectFrom('history')
    .select(['act', 'after'])
    .where('actorRole', '=', 'server')
    .where('subject', '=', 'accounts')
    .orderBy('id')
    .execute()
const becomes = (cast: Stage) => expect.poll(() => recorded(cast))

/** How many letters are left to be sent. */
const lettersLeft = async ({ database }: Stage) => {
  const { rows } = await sql`select id from jobs where name = 'accounts.notify'`.execute(
    database.primary,
  )
  return rows.length
}

async function setOffice() {
  office = await open()
  const cast = await set()
  await cast.startJobs()
  return { cast, office }
}

test('emails owners of new accounts in both languages, without the password', async () => {
  const { cast, office } = await setOffice()

  await cast.ana.call(accounts.add, { body: elena })

  await becomes(cast).toEqual([{ act: 'accounts.owner-told', after: { what: 'added' } }])
  expect(office.letters).toMatchObject([{ to: [email] }])
  const [{ text } = { text: '' }] = office.letters
  expect(text).toContain('ana ți-a făcut contul „Elena”')
  expect(text).toContain('ana has created the account “Elena” for you')
  expect(text).not.toContain(password)
})

test('emails owners when another user sets their password, not when they do', async () => {
  const { cast, office } = await setOffice()
  const staff = await cast.ana.call(accounts.list)
  for (const { id, account } of staff)
    await cast.ana.call(accounts.setEmail, {
      params: { id },
      body: { email: `${account}@example.org` },
    })
  const setPassword = (account: string) => {
    const { id } = staff.find((one) => one.account === account)!
    return cast.ana.call(accounts.setPassword, { params: { id }, body: { password } })
  }

  await setPassword('calin')
  await setPassword('ana')

  await becomes(cast).toEqual([{ act: 'accounts.owner-told', after: { what: 'password-set' } }])
  await expect.poll(() => lettersLeft(cast)).toBe(0)
  expect(office.letters).toMatchObject([{ to: ['calin@example.org'] }])
  expect(office.letters[0]?.text).toContain('ana a schimbat parola contului „calin”')
})

test('sends no email to an account without an address', async () => {
  const { cast, office } = await setOffice()
  const id = await cast.ana.call(accounts.add, { body: elena })
  await becomes(cast).toHaveLength(1)
  await cast.ana.call(accounts.setEmail, { params: { id: id as never }, body: { email: null } })

  await cast.ana.call(accounts.setPassword, { params: { id: id as never }, body: { password } })

  await expect.poll(() => lettersLeft(cast)).toBe(0)
  expect(office.letters).toHaveLength(1)
})

test('history records that no email was sent without a mail server', async () => {
  const cast = await set()
  await cast.startJobs()

  await cast.ana.call(accounts.add, { body: elena })

  const after = { what: 'added', why: 'no-provider' }
  await becomes(cast).toEqual([{ act: 'accounts.owner-not-told', after }])
})

test('retries a busy mail server but not one that refuses the email', {
  tags: 'slow',
}, async () => {
  const { cast, office } = await setOffice()
  office.refuse(550)
  await cast.ana.call(accounts.add, { body: elena })
  const refused = { act: 'accounts.owner-not-told', after: { what: 'added', why: 'refused' } }
  await becomes(cast).toEqual([refused])

  office.refuse(451)
  await cast.ana.call(accounts.add, { body: { ...elena, account: 'Florin' } })
  await expect.poll(() => office.tries()).toBe(2)
  office.refuse(undefined)

  await becomes(cast).toEqual([refused, { act: 'accounts.owner-told', after: { what: 'added' } }])
  expect(office.letters).toHaveLength(1)
})

test('shows an email address only to users who may see the account, and validates it', async () => {
  const cast = await set()
  await cast.calin.call(accounts.add, { body: elena })

  expect(await cast.calin.call(accounts.list)).toMatchObject([{ email: null }, { email }])
  const [ana] = await cast.ana.call(accounts.list)
  const set_ = (email: string) =>
    cast.calin.call(accounts.setEmail, { params: { id: ana!.id }, body: { email } })
  await expect(set_('ana@example.org')).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(set_('ana')).rejects.toMatchObject({ code: 'request.invalid' })
})
