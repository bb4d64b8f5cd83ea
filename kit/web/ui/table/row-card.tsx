import type { ReactNode } from 'react'

/** A row where there is no room for columns: its name, its facts, its actions. */
export function RowCard({
  title,
  actions,
  children,
}: {
  title: ReactNode
  actions: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="font-strong wrap-anywhere">{title}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-small text-muted">{children}</p>
      </div>
      {actions}
    </div>
  )
}
