import { endLinks } from '#features/invitations/server/queries.ts'
import { firstPasswordEnd, namesOf, staffKey } from '#features/session/domain.ts'
import { getNgo } from '#features/session/server/queries.ts'
import { unlockAccount } from '#features/session/server/sign-in/lock-queries.ts'
import { expectGoodPassword, provePassword } from '#features/session/server/sign-in/verify.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Staff } from '#kit/contract/who.ts'
import type { ActorCall } from '#kit/server/history/record-change.ts'
import { serve, serveInSteps } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import { hashPassword, isPassword } from '#kit/server/security/password.ts'
import { accounts } from '../contract.ts'
import { updatePassword } from './queries.ts'
import { enqueueAccountEmail, getAccount, recordChange, signOut } from './routes.ts'

/** Choosing new passwords: the caller's, and those of others. */
export function passwordRoutes(server: Server): void {
  serveInSteps(server, accounts.setPassword, async ({ body, step }) => {
    const passwordHash = await hashPassword(body.password)
    return step(async (call) => {
      const { who, params, now } = call
      const { revision, ...secret } = body
      const account = await getAccount(call, params.id)
      expectUnchanged(account, secret, revision)
      const { id, email } = account
      const isOwn = id === who.id
      if (email && !isOwn) await enqueueAccountEmail(call, id, 'password-set')
      const until = isOwn ? null : firstPasswordEnd(now)
      const wasLocked = await replacePassword(call, account, { ...secret, passwordHash }, until)
      await signOut(call, id, null)
      await recordChange(call, 'accounts.password-set', id)
      return { wasLocked }
    })
  })

  serve(server, accounts.unlock, async (call) => {
    const { db, params, now } = call
    const { id, account, ngoId } = await getAccount(call, params.id)
    const wasLocked = await unlockAccount(db, staffKey(account), now)
    // A double click, or the lock expired meanwhile: nothing was done.
    if (wasLocked) await recordChange(call, 'accounts.unlocked', id, { ngoId })
    return { wasLocked }
  })

  serveInSteps(server, accounts.changeOwnPassword, async (call) => {
    const proof = await provePassword(call, call.body.current)
    return proof instanceof Problem ? proof : replaceOwn(call)
  })

  serveInSteps(server, accounts.choosePassword, async (call) => {
    const { password } = call.body
    const given = await call.step(async (asking) => getAccount(asking, asking.who.id))
    if (given.passwordUntil === null) throw new Problem('thing.not-found')
    if (await isPassword(password, given.passwordHash))
      throw new Problem('account.password-easy', { field: 'password', why: 'given' })
    return replaceOwn(call)
  })
}

type ChoosePasswordCall = {
  readonly body: { readonly password: string }
  readonly step: <T>(work: (call: ActorCall & { readonly who: Staff }) => Promise<T>) => Promise<T>
}

/** Replaces the caller's password. Other sessions of the account end. */
async function replaceOwn({ body: { password }, step }: ChoosePasswordCall) {
  const passwordHash = await hashPassword(password)
  return step(async (call) => {
    const { who } = call
    const own = await getAccount(call, who.id)
    await replacePassword(call, own, { password, passwordHash }, null)
    await signOut(call, own.id, who.sessionId)
    await recordChange(call, 'accounts.password-set', own.id)
    return {}
  })
}

type PasswordOwner = {
  readonly id: Id<'staff'>
  readonly account: string
  readonly ngoId: Id<'ngos'>
}

/**
 * A new password ends a lockout and invalidates every link for choosing another. Returns whether the account was locked.
 * @param until how long it is valid, when another user sets it
 */
async function replacePassword(
  { db, now, who }: ActorCall,
  { id, account, ngoId }: PasswordOwner,
  { password, passwordHash }: { readonly password: string; readonly passwordHash: string },
  until: Date | null,
): Promise<boolean> {
  await expectGoodPassword(password, namesOf(account, await getNgo(db, ngoId)))
  await updatePassword(db, id, { passwordHash, passwordUntil: until }, who.name)
  await endLinks(db, id)
  return unlockAccount(db, staffKey(account), now)
}
