import { createContext, use } from 'react'

/** How much waits for the user, which the browser's tab shows first; 0 on pages of strangers. */
export const Waiting = createContext(0)

/** The title of the browser's tab: what waits, the page, and the product. */
export function PageTitle({ of }: { of: string }) {
  const waiting = use(Waiting)
  return <title>{`${waiting ? `(${waiting}) ` : ''}${of} · Veghe`}</title>
}
