import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { stations } from '../../contract.ts'
import { say } from '../../copy.ts'

/** A link to the unsettled differences, with their number; empty if there are none. */
export function DifferencesLink() {
  const { data } = useQuery(read(stations.unsettled, {}))
  if (!data || data.unsettled === 0) return null
  return (
    <Link to="/stations/differences" className={buttonClass('attention')}>
      <Icon name="warning" />
      {t(say.differences, { count: data.unsettled })}
    </Link>
  )
}
