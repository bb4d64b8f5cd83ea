import type { Election } from '#features/elections/contract.ts'
import { homeCountry } from '#features/elections/domain.ts'
import { keyOf, readPhone } from '#features/session/server/sign-in/phone-queries.ts'
import { type ElectionFiles, RefusedFiles } from './election-files.ts'

/**
 * Two rows with one number are two people or one: only the file's author knows.
 * @throws RefusedFiles that names both as they were typed.
 */
export function refuseTwins(election: Election, observers: ElectionFiles['observers']): void {
  const country = homeCountry(election)
  const seen = new Map<string, string>()
  const faults = observers.flatMap(({ phone }) => {
    const key = keyOf(readPhone(phone, country))
    const first = seen.get(key)
    seen.set(key, first ?? phone)
    const reason = `${first} and ${phone} are one number`
    return first === undefined ? [] : [{ file: 'observers.csv', line: 0, reason }]
  })
  if (faults.length > 0) throw new RefusedFiles(faults)
}
