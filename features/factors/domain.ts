/** How many recovery codes there are at first. */
export const recoveryCodeCount = 10

/** Without what is read as something else: 0 and o, 1 and l and i. Each is worth 4.95 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 128 bits, so that a digest gives nothing away that could be guessed, without hashing slowly. */
const codeLength = 26

/**
 * A recovery code.
 * @param random a whole number below its argument, each as likely as the others
 */
export const makeRecoveryCode = (random: (below: number) => number): string =>
  Array.from({ length: codeLength }, () => letters[random(letters.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** What was typed, as it is compared: spaces, dashes and capitals are the typist's own. */
export const plainCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Whether it is of the kind that an authenticator app shows. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)
