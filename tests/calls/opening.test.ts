import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { factors } from '#features/factors/contract.ts'
import { invitations } from '#features/invitations/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { allEndpoints } from '#testing/calls/endpoints.ts'
import { TestPasskey } from '#testing/passkey.ts'
import { type Person, passwords, person, type Stage, stage } from '#testing/stage.ts'

const set = stage(filesIn, async () => ({ publicUrl: 'http://localhost' }))

const given = 'o parolă dată de altcineva'
const chosen = 'o parolă aleasă singur'

/** An account of Călin's organisation, its owner signed in. */
type Account = {
  readonly cast: Stage
  readonly id: Id<'staff'>
  readonly name: string
  readonly owner: Person
}

const signIn = ({ stranger }: Stage, user: string, password: string) =>
  stranger.call(session.authorize, { body: { user, password } })

async function makeAccount(cast: Stage, name: string): Promise<Account> {
  await cast.database.write((tx) =>
    sql`insert into staff (ngo_id, account, account_key, password_hash, role, email)
        select ngo_id, ${name}, ${name}, password_hash, role, ${`${name}@example.org`}
          from staff where account = 'calin'`.execute(tx),
  )
  const all = await cast.ana.call(accounts.list)
  const { id } = all.find(({ account }) => account === name)!
  const { access_token } = await signIn(cast, name, passwords.calin)
  return { cast, id, name, owner: person(cast.app, async () => access_token) }
}

const isIn = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  )

const tokenIn = (link: string) => /token=([\w-]{43})/.exec(link)?.[1] ?? ''

const acceptance =
  ({ cast }: Account, link: string) =>
  () =>
    cast.stranger.call(invitations.accept, {
      body: { token: tokenIn(link), password: `${chosen} mai târziu` },
    })

/** The link in the last queued email. */
async function lastLink({ outside, database }: Stage): Promise<string> {
  const { rows } = await sql<{ sealed: string }>`
    select payload ->> 'sealedLink' as sealed from jobs
     where name = 'invitations.letter' order by id desc limit 1`.execute(database.primary)
  return outside.secrets.unseal(Buffer.from(rows[0]?.sealed ?? '', 'base64url')) ?? ''
}

const invite = async ({ cast, id }: Account) =>
  (await cast.ana.call(invitations.invite, { params: { id } })).link

/** Everything that opens an account, with a check whether it still does. */
const openings = {
  password:
    ({ cast, name }: Account) =>
    () =>
      signIn(cast, name, passwords.calin),
  session: async ({ cast, name }: Account) => {
    const { access_token } = await signIn(cast, name, passwords.calin)
    const elsewhere = person(cast.app, async () => access_token)
    return () => elsewhere.call(session.me)
  },
  invitation: async (account: Account) => acceptance(account, await invite(account)),
  forgotten: async (account: Account) => {
    await account.cast.stranger.call(invitations.forgot, { body: { account: account.name } })
    return acceptance(account, await lastLink(account.cast))
  },
  passkey: async ({ cast: { stranger }, owner }: Account) => {
    const key = new TestPasskey()
    const passkey = key.register(await owner.call(factors.newPasskey))
    await owner.call(factors.addPasskey, { body: { name: 'cheie', passkey } })
    return async () => {
      const question = await stranger.call(session.passkeyQuestion)
      const body = { passkey: key.answer(question) }
      return stranger.call(session.authorizeByPasskey, { body })
    }
  },
}
type Opening = keyof typeof openings
const everyOpening = Object.keys(openings) as Opening[]

type Ending = {
  /** The endpoint. */
  readonly by: string
  /** Preparation before the openings are created. */
  readonly before?: (account: Account) => Promise<unknown>
  readonly end: (account: Account) => Promise<unknown>
  readonly ends: readonly Opening[]
}

const links = ['invitation', 'forgotten'] as const
const params = ({ id }: Account) => ({ params: { id } })

/** Everything that ends some of them. */
const endings: readonly Ending[] = [
  {
    by: 'accounts.setPassword',
    end: (account) =>
      account.cast.ana.call(accounts.setPassword, {
        ...params(account),
        body: { password: given },
      }),
    ends: ['password', 'session', ...links],
  },
  {
    by: 'accounts.changeOwnPassword',
    end: ({ owner }) =>
      owner.call(accounts.changeOwnPassword, {
        body: { current: passwords.calin, password: chosen },
      }),
    ends: ['password', 'session', ...links],
  },
  {
    by: 'accounts.choosePassword',
    // As if another person had chosen the current one.
    before: ({ cast, id }) =>
      cast.database.write((tx) =>
        sql`update staff set password_until = ${new Date(cast.clock.now.getTime() + 3_600_000)}
             where id = ${id}`.execute(tx),
      ),
    end: ({ owner }) => owner.call(accounts.choosePassword, { body: { password: chosen } }),
    ends: ['password', 'session', ...links],
  },
  {
    by: 'invitations.accept',
    end: async (account) => acceptance(account, await invite(account))(),
    ends: ['password', 'session', ...links],
  },
  {
    by: 'accounts.setEmail',
    end: (account) =>
      account.cast.ana.call(accounts.setEmail, {
        ...params(account),
        body: { email: 'other@example.org' },
      }),
    ends: links,
  },
  {
    by: 'accounts.remove',
    end: (account) => account.cast.ana.call(accounts.remove, { ...params(account), query: {} }),
    ends: everyOpening,
  },
  {
    by: 'accounts.editNgo',
    end: async ({ cast: { ana } }) => {
      const { id } = (await ana.call(accounts.listNgos)).find(({ isOrganiser }) => !isOrganiser)!
      await ana.call(accounts.editNgo, { params: { id }, body: { isActive: false } })
    },
    ends: everyOpening,
  },
  {
    by: 'factors.takeAway',
    before: (account) => openings.passkey(account),
    end: (account) => account.cast.ana.call(factors.takeAway, params(account)),
    ends: ['passkey'],
  },
  {
    by: 'factors.removePasskey',
    end: async ({ owner }) => {
      const { passkeys } = await owner.call(factors.own)
      for (const { id } of passkeys) await owner.call(factors.removePasskey, { params: { id } })
    },
    ends: ['passkey'],
  },
  {
    by: 'session.endOthers',
    end: ({ owner }) => owner.call(session.endOthers),
    ends: ['session'],
  },
  {
    by: 'session.endOne',
    end: async ({ owner }) => {
      const others = (await owner.call(session.own)).filter(({ isThis }) => !isThis)
      for (const { id } of others) await owner.call(session.endOne, { params: { id } })
    },
    ends: ['session'],
  },
]

test.each(endings)('$by ends exactly its openings of an account', async (ending) => {
  const cast = await set()
  const made: (readonly [Opening, Account, () => Promise<unknown>])[] = []
  for (const opening of everyOpening) {
    const account = await makeAccount(cast, `a-${opening}`)
    // While a new password is due, no passkey can be created.
    const isLate = ending.by !== 'accounts.choosePassword'
    if (isLate) await ending.before?.(account)
    const opens = await openings[opening](account)
    if (!isLate) await ending.before?.(account)
    made.push([opening, account, opens])
  }

  for (const [, account] of made) await ending.end(account)

  const ended: Opening[] = []
  for (const [opening, , opens] of made) if (!(await isIn(opens()))) ended.push(opening)
  expect(ended.sort()).toEqual([...ending.ends].sort())
})

test('opens the account by every opening that has not ended', async () => {
  const cast = await set()
  for (const opening of everyOpening) {
    const opens = await openings[opening](await makeAccount(cast, `a-${opening}`))
    expect([opening, await isIn(opens())]).toEqual([opening, true])
  }
})

/** The tables that store openings of an account. */
const kept: Readonly<Record<string, readonly Opening[]>> = {
  sessions: ['session'],
  invitations: links,
  passkeys: ['passkey'],
  // Only with its recovery codes, which add to a password and do not replace it.
  authenticators: [],
  // A key opens calls, and never the account that made it.
  access_keys: [],
  reports_seen: [],
  call_holds: [],
  tasks: [],
}

test('declares for each table that refers to accounts whether it can open one', async () => {
  const { database } = await set()
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'staff'::regclass`.execute(database.primary)

  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(kept).sort())
  // A password is stored with the account itself.
  expect([...Object.values(kept).flat(), 'password'].sort()).toEqual([...everyOpening].sort())
})

/** Calls that change an account and end none of its openings. */
const harmless = [
  'accounts.add',
  'accounts.addNgo',
  'accounts.restore',
  'accounts.setRole',
  'accounts.unlock',
  'factors.addPasskey',
  'factors.renewRecoveryCodes',
  'factors.setRule',
  'factors.turnOff',
  'factors.turnOn',
  'invitations.forgot',
  'invitations.invite',
  'session.authorize',
  'session.authorizeByPasskey',
  'session.authorizeV1',
  'session.confirm',
  'session.registerDevice',
  'session.renew',
  'session.signOut',
]

test('declares for every call about an account which openings it ends', async () => {
  const about = /^(accounts|factors|invitations|session)\./
  const all = (await allEndpoints()).filter(([name, { method }]) => {
    return about.test(name) && method !== 'GET'
  })

  expect(all.map(([name]) => name).sort()).toEqual(
    [...harmless, ...endings.map(({ by }) => by)].sort(),
  )
})
