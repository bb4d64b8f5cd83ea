import { useEffect, useRef } from 'react'
import { useListPage } from '#kit/web/read/list-page.ts'
import { type Task, tasks } from '../contract.ts'
import { isOver } from './use-task.ts'

/** The newest tasks: the account's own, or all that it may see. */
export const useTasks = (everybody = false) =>
  useListPage(tasks.list, { query: { page: 1, pageSize: 20, ...(everybody && { everybody }) } })

/** Reports exports that end while the app is open, even if they start and end between two polls. */
export function useEndings(): void {
  const list = useTasks().data?.data
  const known = useRef<ReadonlySet<Task['id']>>(undefined)
  useEffect(() => {
    if (!list) return
    const over = list.filter(isOver)
    const fresh = over.filter(({ id }) => known.current && !known.current.has(id))
    known.current = new Set(over.map(({ id }) => id))
    if (fresh.length > 0)
      void import('./endings.ts').then(({ toastEndings }) => toastEndings(fresh))
  }, [list])
}
