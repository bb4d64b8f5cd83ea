import type { Tx } from '#database/open.ts'
import { firstPasswordEnd, namesOf } from '#features/session/domain.ts'
import { getNgo } from '#features/session/server/queries.ts'
import { hashPassword, isPassword } from '#features/session/server/recognise.ts'
import { expectGoodPassword } from '#features/session/server/verify.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import { serve } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { accounts } from '../contract.ts'
import { updatePassword } from './queries.ts'
import { getAccount, leaveLetter, signOut, tell } from './routes.ts'

/** Passwords that are chosen anew: one's own, and those of others. */
export function passwordRoutes(server: Server): void {
  serve(server, accounts.setPassword, async (call) => {
    const { db, who, params, body, now } = call
    const account = await getAccount(call, params.id)
    const { id, email } = account
    const isOwn = id === who.id
    if (email && !isOwn) await leaveLetter(call, id, 'password-set')
    await replacePassword(db, account, body.password, isOwn ? null : firstPasswordEnd(now))
    await signOut(call, id, null)
    await tell(call, 'accounts.password-set', id)
    return {}
  })

  serve(server, accounts.changeOwnPassword, async (call) => {
    const { db, who, body } = call
    const own = await getAccount(call, who.id)
    if (!(await isPassword(body.current, own.passwordHash))) throw new Problem('session.refused')
    await replacePassword(db, own, body.password, null)
    await signOut(call, own.id, who.sessionId)
    await tell(call, 'accounts.password-set', own.id)
    return {}
  })

  serve(server, accounts.choosePassword, async (call) => {
    const { db, who, body } = call
    const own = await getAccount(call, who.id)
    if (own.passwordUntil === null) throw new Problem('thing.not-found')
    if (await isPassword(body.password, own.passwordHash))
      throw new Problem('account.password-easy', { field: 'password', why: 'given' })
    await replacePassword(db, own, body.password, null)
    await signOut(call, own.id, who.sessionId)
    await tell(call, 'accounts.password-set', own.id)
    return {}
  })
}

type Owner = {
  readonly id: Id<'staff'>
  readonly account: string
  readonly ngoId: Id<'ngos'>
}

/** @param until how long it opens the account, when it is not its owner who chooses it. */
async function replacePassword(
  db: Tx,
  { id, account, ngoId }: Owner,
  password: string,
  until: Date | null,
): Promise<void> {
  await expectGoodPassword(password, namesOf(account, await getNgo(db, ngoId)))
  await updatePassword(db, id, await hashPassword(password), until)
}
