import { Link, useSearch } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { say } from '../../copy.ts'

/** Back to the list as it was left: its filters and page are in the URL. */
export function BackToList() {
  const search = useSearch({ strict: false })
  return (
    <Link to="/observatori" search={search}>
      {t(say.back)}
    </Link>
  )
}
