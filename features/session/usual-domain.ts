import { dictionary } from '@zxcvbn-ts/language-common'

/** Fifty thousand common passwords, in lower case, as found in leaks. */
export const usualPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])
