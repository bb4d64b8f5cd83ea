import { randomBytes } from 'node:crypto'
import type { Tx } from '#database/open.ts'
import { endLinks } from '#features/invitations/server/queries.ts'
import { firstPasswordEnd, namesOf } from '#features/session/domain.ts'
import { revokeAllOf } from '#features/session/server/own-queries.ts'
import { forgetDevicesOfNgo } from '#features/session/server/sign-in/device-queries.ts'
import { expectGoodPassword } from '#features/session/server/sign-in/verify.ts'
import { Problem } from '#kit/contract/problem.ts'
import { Role } from '#kit/contract/roles.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve, serveInSteps } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import { announceSessionEnd } from '#kit/server/live/announce.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import { hashPassword } from '#kit/server/security/password.ts'
import { type AccountAccess, accounts, accountsChanged } from '../contract.ts'
import { keptSeconds } from '../domain.ts'
import { listUnknownCounties } from './county-queries.ts'
import { forgetAccounts, notify } from './jobs.ts'
import {
  countOtherOrganisers,
  getNgoName,
  insertAccount,
  insertNgo,
  isBeyond,
  listAccounts,
  listNgos,
  listSessionsOf,
  lockAccountOf,
  lockNgo,
  markNgo,
  updateAccess,
  updateEmail,
  updateNgo,
} from './queries.ts'
import { deleteAccount, listDeletedAccounts, restoreAccount } from './trash-queries.ts'

/** An account's unfinished tasks, which other features manage. */
export type AccountTasks = {
  count(tx: Tx, id: Id<'staff'>): Promise<{ imports: number; exports: number }>
  end(call: ActorCall, id: Id<'staff'>): Promise<void>
  /** Returns the tasks it had when it was deleted to a restored account. */
  giveBack(tx: Tx, id: Id<'staff'>, taskIds: readonly number[]): Promise<void>
}

/** Records changes of accounts in history and announces them to open screens. */
export const recordChange = changeRecorder('accounts', accountsChanged, 'own organisation')

export function accountRoutes(server: Server, tasks: AccountTasks): void {
  ngoRoutes(server)
  serve(server, accounts.list, ({ db, who, now }) => listAccounts(db, who, now))

  serveInSteps(server, accounts.add, async ({ body, step }) => {
    // Without a password, hash a random one that is never shown.
    const passwordHash = await hashPassword(body.password ?? randomBytes(32).toString('base64url'))
    return step((call) => add(call, passwordHash))
  })

  serve(server, accounts.setRole, async (call) => {
    const { db, who, now, params, body } = call
    const { revision, ...change } = body
    const account = await getAccount(call, params.id)
    const { id, ngoId, role, countyCodes } = account
    expectUnchanged(account, change, revision)
    const after = {
      role: change.role ?? Role.parse(role),
      countyCodes: codesIn(change, countyCodes),
    }
    if (after.role === 'organiser' && !mayMakeOrganisers(call, await getNgo(call, ngoId)))
      throw new Problem('account.role-not-given')
    await expectCounties(call, after.countyCodes, countyCodes)
    const before = { role, countyCodes }
    if (isUnlimitedOrganiser(before) && !isUnlimitedOrganiser(after)) await ensureAnother(db, id)
    await updateAccess(db, id, after, who.name)
    // Their screens reconnect at once, and from then on receive only announcements for them.
    await closeStreams(db, await listSessionsOf(db, { staffId: id }, now))
    await recordChange(call, 'accounts.role-set', id, { before, after, ngoId })
    return {}
  })

  serve(server, accounts.setEmail, async (call) => {
    const { db, who, params, body } = call
    const { email: after, revision } = body
    const account = await getAccount(call, params.id)
    const { id, ngoId, email: before } = account
    expectUnchanged(account, { email: after }, revision)
    await updateEmail(db, id, after, who.name)
    // A link already sent is in a mailbox that is no longer theirs.
    if (after !== before) await endLinks(db, id)
    await recordChange(call, 'accounts.email-set', id, {
      before: { email: before },
      after: { email: after },
      ngoId,
    })
    return {}
  })

  serve(server, accounts.remove, async (call) => {
    const { db, params, query, now } = call
    const { id, account, role, countyCodes, ngoId } = await getAccount(call, params.id)
    if (isUnlimitedOrganiser({ role, countyCodes })) await ensureAnother(db, id)
    // The row is locked: the account starts nothing more.
    const underWay = await tasks.count(db, id)
    if (!query.endTasks && underWay.imports + underWay.exports > 0)
      throw new Problem('account.has-tasks', underWay)
    await tasks.end(call, id)
    await signOut(call, id, null)
    await deleteAccount(db, id, now)
    // A little later, so that the account is old enough when the job runs.
    await enqueue(db, forgetAccounts, {}, keptSeconds + 1)
    await recordChange(call, 'accounts.deleted', id, { before: { account, role, ngoId }, ngoId })
    return {}
  })

  serve(server, accounts.listDeleted, ({ db, who, now }) => listDeletedAccounts(db, who, now))

  serve(server, accounts.restore, async (call) => {
    const { db, who, params, now } = call
    const { taskIds, ...back } = await restoreAccount(db, who, params.id, now)
    await tasks.giveBack(db, params.id, taskIds)
    await recordChange(call, 'accounts.restored', params.id, { after: back, ngoId: back.ngoId })
    return {}
  })
}

/** The counties an account is limited to after a change; null: no limit. */
const codesIn = (
  { countyCodes }: { countyCodes?: AccountAccess['countyCodes'] | undefined },
  before: AccountAccess['countyCodes'],
) => (countyCodes === undefined ? before : countyCodes)

/**
 * A limit to a county that does not exist would hide everything. Limits they already had stay: a county may
 * be deleted and restored.
 * @throws Problem `account.no-such-county`.
 */
async function expectCounties(
  { db, who }: StaffCall,
  codes: AccountAccess['countyCodes'],
  before: readonly string[] | null,
): Promise<void> {
  const fresh = (codes ?? []).filter((code) => !before?.includes(code))
  const countyCodes = await listUnknownCounties(db, who.scope, fresh)
  if (countyCodes.length > 0) throw new Problem('account.no-such-county', { countyCodes })
}

/** Creates an account; its owner gets the password or a link to choose one. */
async function add(call: Call<typeof accounts.add>, passwordHash: string) {
  const { db, body, now } = call
  const ngo = await getNgo(call, body.ngoId ?? call.who.ngoId)
  const highest = mayMakeOrganisers(call, ngo) ? 'organiser' : 'ngo-administrator'
  const { account, email = null, role = highest, countyCodes } = body
  if (role === 'organiser' && highest !== role) throw new Problem('account.role-not-given')
  await expectCounties(call, countyCodes, null)
  if (body.password !== undefined) await expectGoodPassword(body.password, namesOf(account, ngo))
  const passwordUntil = body.password === undefined ? null : firstPasswordEnd(now)
  const secret = { passwordHash, passwordUntil }
  const standing = { role, countyCodes }
  const id = await insertAccount(db, { ngoId: ngo.id, account, email, ...secret, ...standing })
  if (email) await enqueueAccountEmail(call, id, 'added')
  await recordChange(call, 'accounts.added', id, {
    after: { account, ...standing, ngoId: ngo.id },
    ngoId: ngo.id,
  })
  return id
}

/** Only organisers create organisers, and only in their own organisation, which sees all the others. */
const mayMakeOrganisers = ({ who }: StaffCall, ngo: { readonly isOrganiser: boolean }) =>
  ngo.isOrganiser && who.role === 'organiser'

const isUnlimitedOrganiser = (of: { role: string; countyCodes: readonly string[] | null }) =>
  of.role === 'organiser' && of.countyCodes === null

/** Without an organiser, no account could configure anything or repair this. */
async function ensureAnother(db: Tx, id: Id<'staff'>): Promise<void> {
  if ((await countOtherOrganisers(db, id)) === 0) throw new Problem('account.last-organiser')
}

function ngoRoutes(server: Server): void {
  serve(server, accounts.listNgos, ({ db, who }) => listNgos(db, who.scope))

  serve(server, accounts.ngoName, async ({ db, who, params }) => ({
    name: await getNgoName(db, who.scope, params.id),
  }))

  serve(server, accounts.addNgo, async (call) => {
    const id = await insertNgo(call.db, call.body)
    await recordChange(call, 'accounts.ngo-added', id, { after: call.body })
    return id
  })

  serve(server, accounts.editNgo, async (call) => {
    const { db, who, params, body } = call
    const { revision, ...change } = body
    const { changes, ...before } = await getNgo(call, params.id)
    expectUnchanged({ ...before, changes }, change, revision)
    const after = { ...before, ...change }
    // Otherwise no organiser could sign in to repair it.
    if (before.isOrganiser && !after.isActive) throw new Problem('account.last-organiser')
    const changed = await updateNgo(db, before.id, { ...change, changing: who.name })
    if (before.isActive !== after.isActive) await markNgo(db, before.id)
    if (before.isActive && !after.isActive) {
      await closeStreams(db, await listSessionsOf(db, { ngoId: before.id }, call.now))
      await forgetDevicesOfNgo(db, before.id)
    }
    await recordChange(call, 'accounts.ngo-edited', before.id, {
      before,
      after: change,
      ngoId: before.id,
    })
    return changed
  })
}

/** Queues an email to the owner about a change by another user. */
export const enqueueAccountEmail = (
  { db, who }: ActorCall,
  staffId: Id<'staff'>,
  what: 'added' | 'password-set',
): Promise<void> =>
  enqueue(db, notify, { electionId: who.scope.electionId, staffId, what, by: who.name })

type StaffCall = ActorCall & { readonly who: StaffActor }

async function getNgo({ db, who }: StaffCall, id: Id<'ngos'>) {
  const ngo = await lockNgo(db, who, id)
  if (!ngo) throw new Problem('thing.not-found')
  return ngo
}

/** An account that the caller may act on, locked for this transaction. */
export async function getAccount({ db, who }: StaffCall, id: Id<'staff'>) {
  const account = await lockAccountOf(db, who, id)
  if (!account) throw new Problem('thing.not-found')
  if (isBeyond(who, account)) throw new Problem('session.forbidden')
  return account
}

/** Ends the account's sessions and closes their event streams, except the session that is kept. */
export async function signOut(
  { db, now }: ActorCall,
  id: Id<'staff'>,
  kept: string | null,
): Promise<void> {
  await closeStreams(db, await revokeAllOf(db, id, kept, now))
}

/** Ended sessions must not receive events either. */
async function closeStreams(db: Tx, sessionIds: readonly string[]): Promise<void> {
  for (const sessionId of sessionIds) await announceSessionEnd(db, sessionId)
}
