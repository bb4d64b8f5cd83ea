import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { read } from '#kit/web/read/api.ts'
import { type Task, tasks } from '../contract.ts'

/** The polling interval in case an event is lost. */
const lookMs = 5000

export const isOver = ({ state }: Task): boolean => state !== 'queued' && state !== 'running'

/** The progress of a task, followed until it ends. */
export const useTask = (id: string) =>
  useQuery({
    ...read(tasks.get, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : lookMs),
  })

/** Runs `tell` when the task ends while it is watched, not if it had ended before. */
export function useEnding(task: Task | undefined, toast: (ended: Task) => void): void {
  const wasRunning = useRef(false)
  const onEnd = useEffectEvent(toast)
  useEffect(() => {
    if (!task) return
    if (wasRunning.current && isOver(task)) onEnd(task)
    wasRunning.current = !isOver(task)
  }, [task])
}
