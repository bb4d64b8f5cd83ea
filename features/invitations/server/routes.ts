import { randomBytes } from 'node:crypto'
import type { Tx } from '#database/open.ts'
import { findCurrentElection } from '#features/elections/server/queries.ts'
import { findAccount } from '#features/factors/server/queries.ts'
import { namesOf, staffKey } from '#features/session/domain.ts'
import { revokeAllOf } from '#features/session/server/own-queries.ts'
import { getNgo } from '#features/session/server/queries.ts'
import { findLock, unlockAccount } from '#features/session/server/sign-in/lock-queries.ts'
import {
  countFailure,
  findStaff,
  findStaffById,
} from '#features/session/server/sign-in/sign-in-queries.ts'
import { expectGoodPassword } from '#features/session/server/sign-in/verify.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Act, record } from '#kit/server/history/history.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import { networksOf } from '#kit/server/http/address.ts'
import { type Call, serve, serveInSteps } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import { announceSessionEnd } from '#kit/server/live/announce.ts'
import { hashPassword } from '#kit/server/security/password.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { invitations } from '../contract.ts'
import {
  askingLock,
  betweenLettersSeconds,
  forgottenSeconds,
  invitationSeconds,
  linkOf,
} from '../domain.ts'
import { type InvitationEmail, invitationEmailJob } from './emails.ts'
import { endLinks, findLastLink, isLink, lockByLink, replaceLinks } from './queries.ts'

/** How an account gets its password; the feature that owns accounts says. */
export type SetPassword = (
  tx: Tx,
  id: Id<'staff'>,
  password: { readonly passwordHash: string; readonly passwordUntil: Date | null },
) => Promise<void>

export function invitationRoutes(server: Server, secrets: Secrets, setPassword: SetPassword): void {
  serve(server, invitations.invite, async (call) => {
    const { db, who, params } = call
    const found = await findAccount(db, who, params.id)
    if (!found) throw new Problem('thing.not-found')
    const { electionId } = who.scope
    const made = await makeLink(secrets, call, found, invitationSeconds)
    const letterOf = { electionId, staffId: found.id, what: 'invited', by: who.name } as const
    if (found.email) await enqueueInvitationEmail(secrets, db, letterOf, made.link)
    await recordBy(call, { act: 'invitations.made', subject: 'accounts', subjectId: found.id })
    return { ...made, isMailed: found.email !== null }
  })

  serveInSteps(server, invitations.forgot, ({ step }) =>
    step((call) => forgot(server, secrets, call), 'asking'),
  )

  serveInSteps(server, invitations.accept, async ({ body, now, step }) => {
    const digest = secrets.digest(body.token)
    // Nothing is hashed without a valid link.
    if (!(await isLink(server.database.primary, digest, now)))
      throw new Problem('invitation.expired')
    const passwordHash = await hashPassword(body.password)
    return step((call) =>
      accept(call, digest, (id) => setPassword(call.db, id, { passwordHash, passwordUntil: null })),
    )
  })
}

/** Sets the password chosen by a link; every session, link and lockout of the account ends. */
async function accept(
  { db, body, now }: Call<typeof invitations.accept>,
  digest: string,
  setChosen: (id: Id<'staff'>) => Promise<void>,
) {
  const staffId = await lockByLink(db, digest, now)
  const staff = staffId && (await findStaffById(db, staffId))
  if (!staff) throw new Problem('invitation.expired')
  await expectGoodPassword(body.password, namesOf(staff.account, await getNgo(db, staff.ngoId)))
  await setChosen(staff.id)
  await endLinks(db, staff.id)
  await unlockAccount(db, staffKey(staff.account), now)
  for (const sessionId of await revokeAllOf(db, staff.id, null, now))
    await announceSessionEnd(db, sessionId)
  const { id, role, account: name } = staff
  const actor = { role, id, name }
  await recordAt(db, { at: now, actor, act: 'invitations.accepted' }, id)
  return { account: name }
}

/**
 * The caller learns nothing about which accounts exist, nor can they flood a mailbox. The link leads to the
 * configured address, never to the one in a stranger's request: it would be theirs.
 */
async function forgot(
  { publicUrl }: Server,
  secrets: Secrets,
  call: Call<typeof invitations.forgot>,
) {
  const { db, body, now, address } = call
  const key = `forgotten:${networksOf(address).own}`
  const lockedUntil = await findLock(db, [key], now)
  if (lockedUntil) {
    const retryAfterSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)
    return new Problem('request.too-many', { retryAfterSeconds })
  }
  await countFailure(db, { key, account: null }, askingLock, now)
  const staff = await findStaff(db, body.account)
  if (!staff?.email) return {}
  const last = await findLastLink(db, staff.id)
  if (last && now.getTime() - last.getTime() < betweenLettersSeconds * 1000) return {}
  if (publicUrl) {
    const electionId = (await findCurrentElection(db))?.id ?? null
    const { link } = await makeLink(
      secrets,
      { db, now, origin: publicUrl },
      staff,
      forgottenSeconds,
    )
    const email = { electionId, staffId: staff.id, what: 'forgotten', by: '' } as const
    await enqueueInvitationEmail(secrets, db, email, link)
  }
  const actor = { role: 'stranger', id: null, name: staff.account }
  const after = { isMailed: publicUrl !== '' }
  await recordAt(db, { at: now, actor, act: 'invitations.asked-for', after }, staff.id)
  return {}
}

async function makeLink(
  secrets: Secrets,
  { db, now, origin }: { readonly db: Tx; readonly now: Date; readonly origin: string },
  { id, account }: { readonly id: Id<'staff'>; readonly account: string },
  seconds: number,
) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  await replaceLinks(db, id, { digest: secrets.digest(token), createdAt: now, expiresAt })
  return { link: linkOf(origin, account, token), expiresAt }
}

const enqueueInvitationEmail = (
  secrets: Secrets,
  tx: Tx,
  email: Omit<InvitationEmail, 'sealedLink'>,
  link: string,
): Promise<void> =>
  enqueue(tx, invitationEmailJob, {
    ...email,
    sealedLink: secrets.seal(link).toString('base64url'),
  })

/** Records an act in the current election by a person who is not signed in. */
const recordAt = async (
  tx: Tx,
  act: Pick<Act, 'at' | 'actor' | 'act' | 'after'>,
  staffId: Id<'staff'>,
) =>
  record(tx, {
    ...act,
    electionId: (await findCurrentElection(tx))?.id ?? null,
    subject: 'accounts',
    subjectId: staffId,
  })
