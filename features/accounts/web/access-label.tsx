import { t } from '#kit/web/language.ts'
import type { Account } from '../contract.ts'
import { roleNames, say } from '../copy.ts'
import type { County } from './access-fields.tsx'

/** The role, and the counties it is limited to. */
export function AccessLabel({
  account,
  counties,
}: {
  account: Pick<Account, 'role' | 'countyCodes'>
  counties: readonly County[]
}) {
  const { role, countyCodes } = account
  const only = countyCodes && t(say.onlyIn, { counties: countiesOf(countyCodes, counties) })
  return (
    <span title={only ?? undefined} className="min-w-0 truncate">
      {t(roleNames[role])}
      {only && <span className="text-small text-muted">{` · ${only}`}</span>}
    </span>
  )
}

/** By name; those of another election by code. */
export const countiesOf = (codes: Account['countyCodes'], counties: readonly County[]): string =>
  codes === null
    ? t(say.allCounties)
    : codes.map((code) => counties.find((one) => one.code === code)?.name ?? code).join(', ')
