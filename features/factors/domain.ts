/** How many recovery codes there are at first. */
export const recoveryCodeCount = 10

/** Without what is read as something else: 0 and o, 1 and l and i. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A recovery code of twelve letters, of random bytes: sixty bits that nobody guesses. */
export const recoveryCodeOf = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) => letters[byte % letters.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** What was typed, as it is compared: spaces, dashes and capitals are the typist's own. */
export const plainCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Whether it is of the kind that an authenticator app shows. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)
