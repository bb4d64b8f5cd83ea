import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read, useTouch } from '#kit/web/api.ts'
import { atMostEvery, useLive } from '#kit/web/live.ts'
import { type Task, tasks, tasksChanged } from '../contract.ts'
import { isOver } from './use-task.ts'

const restMs = 500

/** The newest tasks: one's own, or everybody's as far as one may see them. */
export const useTasks = (everybody = false) =>
  useQuery({
    ...read(tasks.list, { query: { page: 1, pageSize: 20, ...(everybody && { everybody }) } }),
    placeholderData: keepPreviousData,
  })

/** Reads the tasks again as they go on, and tells of exports that end while somebody is here. */
export function useFollowing(): void {
  const touch = useTouch()
  const [readAgain] = useState(() => atMostEvery(restMs, () => touch(tasks.list)))
  useLive(tasksChanged, readAgain)
  useEndings(useTasks().data?.data)
}

/** What was over before is no news; a task may begin and end between two readings. */
function useEndings(list: readonly Task[] | undefined): void {
  const known = useRef<ReadonlySet<Task['id']>>(undefined)
  useEffect(() => {
    if (!list) return
    const over = list.filter(isOver)
    const fresh = over.filter(({ id }) => known.current && !known.current.has(id))
    known.current = new Set(over.map(({ id }) => id))
    if (fresh.length > 0) void import('./endings.ts').then(({ tellEndings }) => tellEndings(fresh))
  }, [list])
}
