import type { Copy } from '#kit/contract/copy.ts'
import { type Role, rights, rightsByRole, rightsOf } from '#kit/contract/roles.ts'
import { t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { rightNames, roleNames, say } from '../copy.ts'

const roles = Object.keys(rightsByRole) as Role[]
const headings: readonly (readonly [string, Copy])[] = [
  ...roles.map((role) => [role, roleNames[role]] as const),
  ['limited', say.limitedColumn],
]

/** The rights of each role: the same table that the server decides by. */
export function RoleTable() {
  return (
    <Card title={t(say.roles)} about={t(say.rolesAbout)}>
      {/* Wider than a phone, and nothing in it is focusable: otherwise no key would scroll it. */}
      <div {...{ tabIndex: 0 }} className="relative overflow-x-auto outline-offset-[-2px]">
        <table className="w-full text-small">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-2 pe-4 text-start font-normal text-muted">
                {t(say.may)}
              </th>
              {headings.map(([key, name]) => (
                <th key={key} scope="col" className="px-2 py-2 text-center font-strong">
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rights.map((right) => (
              <tr key={right} className="border-b border-line last:border-b-0">
                <th scope="row" className="min-w-48 py-2 pe-4 text-start font-normal">
                  {t(rightNames[right])}
                </th>
                {roles.map((role) => (
                  <Cell key={role} isAllowed={rightsByRole[role].some((one) => one === right)} />
                ))}
                <Cell isAllowed={rightsOf('organiser', { isLimited: true }).includes(right)} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

const Cell = ({ isAllowed }: { isAllowed: boolean }) => (
  <td className="px-2 py-2 text-center">
    {isAllowed ? (
      <Icon name="check" className="mx-auto text-done" />
    ) : (
      <span aria-hidden="true" className="text-muted">
        –
      </span>
    )}
    <span className="sr-only">{t(isAllowed ? say.yes : say.no)}</span>
  </td>
)
