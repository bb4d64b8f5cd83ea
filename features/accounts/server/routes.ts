import { randomBytes } from 'node:crypto'
import type { Tx } from '#database/open.ts'
import { hashPassword, isPassword } from '#features/session/server/recognise.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import { announceSessionEnd } from '#kit/server/announce.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { serve } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { type Acting, teller } from '#kit/server/tell.ts'
import { accounts, accountsChanged } from '../contract.ts'
import { notify } from './jobs.ts'
import {
  countOtherOrganisers,
  deleteAccount,
  endSessions,
  insertAccount,
  insertNgo,
  isBeyond,
  listAccounts,
  listNgos,
  listSessionsOf,
  lockAccountOf,
  lockNgo,
  updateEmail,
  updateNgo,
  updatePassword,
  updateStanding,
} from './queries.ts'

const tell = teller('accounts', accountsChanged, 'own organisation')

export function accountRoutes(server: Server): void {
  ngoRoutes(server)
  passwordRoutes(server)
  serve(server, accounts.list, ({ db, who }) => listAccounts(db, who))

  serve(server, accounts.add, async (call) => {
    const { db, body } = call
    const ngo = await getNgo(call, body.ngoId ?? call.who.ngoId)
    const highest = mayMakeOrganisers(call, ngo) ? 'organiser' : 'ngo-administrator'
    const { account, email = null, role = highest, countyCodes } = body
    if (role === 'organiser' && highest !== role) throw new Problem('account.role-not-given')
    // Nobody knows the one that stands for none: its owner chooses their own by an invitation.
    const passwordHash = await hashPassword(body.password ?? randomBytes(32).toString('base64url'))
    const standing = { role, countyCodes }
    const values = { ngoId: ngo.id, account, email, passwordHash, ...standing }
    const id = await insertAccount(db, values)
    if (email) await leaveLetter(call, id, 'added')
    await tell(call, 'accounts.added', id, { after: { account, ...standing, ngoId: ngo.id } })
    return id
  })

  serve(server, accounts.setRole, async (call) => {
    const { db, now, params, body: after } = call
    const { id, ngoId, role, countyCodes } = await getAccount(call, params.id)
    if (after.role === 'organiser' && !mayMakeOrganisers(call, await getNgo(call, ngoId)))
      throw new Problem('account.role-not-given')
    const before = { role, countyCodes }
    if (isUnlimitedOrganiser(before) && !isUnlimitedOrganiser(after)) await ensureAnother(db, id)
    await updateStanding(db, id, after)
    // Their screens come back at once, and are told only what concerns them from now on.
    await closeStreams(db, await listSessionsOf(db, { staffId: id }, now))
    await tell(call, 'accounts.role-set', id, { before, after })
    return {}
  })

  serve(server, accounts.setEmail, async (call) => {
    const { db, params, body } = call
    const { id, email: before } = await getAccount(call, params.id)
    const { email: after } = body
    await updateEmail(db, id, after)
    await tell(call, 'accounts.email-set', id, {
      before: { email: before },
      after: { email: after },
    })
    return {}
  })

  serve(server, accounts.remove, async (call) => {
    const { db, params } = call
    const { id, account, role, countyCodes, ngoId } = await getAccount(call, params.id)
    if (isUnlimitedOrganiser({ role, countyCodes })) await ensureAnother(db, id)
    await signOut(call, id, null)
    await deleteAccount(db, id)
    await tell(call, 'accounts.deleted', id, { before: { account, role, ngoId } })
    return {}
  })
}

/** Only organisers make organisers, and only in their own organisation: it sees all the others. */
const mayMakeOrganisers = ({ who }: StaffActing, ngo: { readonly isOrganiser: boolean }) =>
  ngo.isOrganiser && who.role === 'organiser'

const isUnlimitedOrganiser = (of: { role: string; countyCodes: readonly string[] | null }) =>
  of.role === 'organiser' && of.countyCodes === null

/** Nobody could set anything up any more, or mend it. */
async function ensureAnother(db: Tx, id: Id<'staff'>): Promise<void> {
  if ((await countOtherOrganisers(db, id)) === 0) throw new Problem('account.last-organiser')
}

function ngoRoutes(server: Server): void {
  serve(server, accounts.listNgos, ({ db, who }) => listNgos(db, who.scope))

  serve(server, accounts.addNgo, async (call) => {
    const id = await insertNgo(call.db, call.body)
    await tell(call, 'accounts.ngo-added', id, { after: call.body })
    return id
  })

  serve(server, accounts.editNgo, async (call) => {
    const { db, params, body } = call
    const before = await getNgo(call, params.id)
    // Nobody could sign in to mend it.
    if (before.isOrganiser && !body.isActive) throw new Problem('account.last-organiser')
    await updateNgo(db, before.id, body)
    if (!body.isActive)
      await closeStreams(db, await listSessionsOf(db, { ngoId: before.id }, call.now))
    await tell(call, 'accounts.ngo-edited', before.id, { before, after: body })
    return {}
  })
}

function passwordRoutes(server: Server): void {
  serve(server, accounts.setPassword, async (call) => {
    const { db, who, params, body } = call
    const { id, email } = await getAccount(call, params.id)
    if (email && id !== who.id) await leaveLetter(call, id, 'password-set')
    await updatePassword(db, id, await hashPassword(body.password))
    await signOut(call, id, null)
    await tell(call, 'accounts.password-set', id)
    return {}
  })

  serve(server, accounts.changeOwnPassword, async (call) => {
    const { db, who, body } = call
    const { id, passwordHash } = await getAccount(call, who.id)
    if (!(await isPassword(body.current, passwordHash))) throw new Problem('session.refused')
    await updatePassword(db, id, await hashPassword(body.password))
    await signOut(call, id, who.sessionId)
    await tell(call, 'accounts.password-set', id)
    return {}
  })
}

const leaveLetter = (
  { db, who }: Acting,
  staffId: Id<'staff'>,
  what: 'added' | 'password-set',
): Promise<void> =>
  enqueue(db, notify, { electionId: who.scope.electionId, staffId, what, by: who.name })

type StaffActing = Acting & { readonly who: StaffActor }

async function getNgo({ db, who }: StaffActing, id: Id<'ngos'>) {
  const ngo = await lockNgo(db, who, id)
  if (!ngo) throw new Problem('thing.not-found')
  return ngo
}

async function getAccount({ db, who }: StaffActing, id: Id<'staff'>) {
  const account = await lockAccountOf(db, who, id)
  if (!account) throw new Problem('thing.not-found')
  if (isBeyond(who, account)) throw new Problem('session.forbidden')
  return account
}

/** Ends the account's sessions and closes their event streams, but for the one that is kept. */
async function signOut({ db, now }: Acting, id: Id<'staff'>, kept: string | null): Promise<void> {
  await closeStreams(db, await endSessions(db, id, kept, now))
}

/** Whoever may no longer call must no longer be told either. */
async function closeStreams(db: Tx, sessionIds: readonly string[]): Promise<void> {
  for (const sessionId of sessionIds) await announceSessionEnd(db, sessionId)
}
