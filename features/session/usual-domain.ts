import { dictionary } from '@zxcvbn-ts/language-common'

/** Fifty thousand passwords that many people have, in lower case, as they were found in leaks. */
export const usualPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])
