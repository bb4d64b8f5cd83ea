/** How many recovery codes there are at first. */
export const recoveryCodeCount = 10

/** Without characters that are easily confused: 0 and o, 1 and l and i. Each is worth 4.95 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 128 bits, so that a plain digest cannot be guessed, without slow hashing. */
const codeLength = 26

/**
 * A recovery code.
 * @param random a whole number below its argument, each as likely as the others
 */
export const makeRecoveryCode = (random: (below: number) => number): string =>
  Array.from({ length: codeLength }, () => letters[random(letters.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** The typed code, normalised for comparison: spaces, dashes and capitals do not matter. */
export const plainCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Whether it looks like a code of an authenticator app. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)
