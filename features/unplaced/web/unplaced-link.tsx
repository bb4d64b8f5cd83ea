import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { unplaced } from '../contract.ts'
import { say } from '../copy.ts'

/** A link to the open unmatched reports, with their number; empty if there are none. */
export function UnplacedLink() {
  const { data } = useQuery(read(unplaced.list, { query: { page: 1, pageSize: 1 } }))
  if (!data || data.totalItems === 0) return null
  return (
    <Link to="/settings/unplaced" className={buttonClass('attention')}>
      <Icon name="place" />
      {t(say.waiting, { count: data.totalItems })}
    </Link>
  )
}
