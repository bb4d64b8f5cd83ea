import { Link } from '@tanstack/react-router'
import type { Id } from '#kit/contract/value/id.ts'

/** An observer by their name, as a link to their page; for a row of a list. */
export const ObserverLink = ({ id, name }: { id: Id<'observers'>; name: string }) => (
  <Link
    to="/observatori/profil/$state/id/$observerId"
    params={{ state: 'view', observerId: String(id) }}
    title={name}
    className="truncate rounded-md font-strong text-ink hover:text-ours hover:underline max-sm:py-1"
  >
    {name}
  </Link>
)
