import { Problem } from '#kit/contract/problem.ts'
import { type Ease, easeOf } from '../password-domain.ts'

/** Why others would guess a password early; undefined when they would not. */
export async function findEase(
  password: string,
  names: readonly string[],
): Promise<Ease | undefined> {
  // Only now: a server at which nobody chooses a password has no use for fifty thousand of them.
  const { usualPasswords } = await import('../usual-domain.ts')
  return easeOf(password, names, usualPasswords)
}

/** @throws Problem when a new password is one of those that are tried first. */
export async function expectGoodPassword(
  password: string,
  names: readonly string[],
): Promise<void> {
  const why = await findEase(password, names)
  if (why) throw new Problem('account.password-easy', { field: 'password', why })
}
