import type { ReactNode } from 'react'

/** What a tab of the plan shows, with the acts on all of it. */
export const PanelHead = ({ actions, children }: { actions: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
    {children}
    <div className="flex flex-wrap gap-2">{actions}</div>
  </div>
)
