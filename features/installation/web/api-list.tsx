import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { groupBy } from '#kit/contract/group.ts'
import { t } from '#kit/web/language.ts'
import { SearchField } from '#kit/web/ui/field/search-field.tsx'
import { say } from './api/copy.ts'
import { type ApiCall, findCalls } from './api-document.ts'
import { Method, Words } from './api-parts.tsx'

/** The calls by feature, filtered while typing. */
export function ApiList({ calls, open }: { calls: readonly ApiCall[]; open: string | undefined }) {
  const [typed, setTyped] = useState('')
  const found = findCalls(calls, typed)
  const list = useRef<HTMLDivElement>(null)
  // A call opened by its URL may be far down the list.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <nav aria-label={t(say.calls)} className="flex flex-col lg:h-full">
      <div className="grid gap-1 border-b border-line p-4">
        <SearchField label={t(say.search)} value={typed} onChange={setTyped} />
        <p role="status" className="text-small text-muted">
          {found.length > 0 ? t(say.found, { count: found.length }) : t(say.noneFound)}
        </p>
      </div>
      <div ref={list} lang="en" className="min-h-0 flex-1 p-2 lg:overflow-y-auto">
        {[...groupBy(found, ({ tag }) => tag)].map(([tag, some]) => (
          <Group key={tag} tag={tag} calls={some} open={open} />
        ))}
      </div>
    </nav>
  )
}

function Group({
  tag,
  calls,
  open,
}: {
  tag: string
  calls: readonly ApiCall[]
  open: string | undefined
}) {
  const id = useId()
  return (
    <section className="pb-3">
      <h2 id={id} className="px-2 py-1 text-small font-strong text-muted first-letter:uppercase">
        {tag}
      </h2>
      <ul aria-labelledby={id}>
        {calls.map((call) => (
          <li key={call.id}>
            <Link
              to="/api/docs"
              search={{ call: call.id }}
              aria-current={call.id === open ? 'page' : undefined}
              className="grid grid-cols-[4rem_minmax(0,1fr)] items-baseline gap-x-2 rounded-md px-2 py-1.5 outline-offset-[-2px] hover:bg-sunken aria-[current=page]:bg-ours-soft"
            >
              <Method name={call.method} />
              <span className="truncate font-mono text-small" title={call.path}>
                {call.path}
              </span>
              <span className="col-start-2 line-clamp-2 text-small text-muted">
                <Words>{call.summary}</Words>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
