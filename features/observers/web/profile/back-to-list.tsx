import { Link, useSearch } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { say } from '../../copy.ts'

/** To the list as it was left: its filters and page come along in the address. */
export function BackToList() {
  const search = useSearch({ strict: false })
  return (
    <Link to="/observatori" search={search}>
      {t(say.back)}
    </Link>
  )
}
