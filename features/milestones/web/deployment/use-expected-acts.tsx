import { type ReactNode, useState } from 'react'
import { useChanging } from '#features/assignments/web/plan/use-changing.ts'
import { ReplaceObserver } from '#features/assignments/web/replace-observer.tsx'
import { usePlanActs } from '#features/assignments/web/use-plan-acts.ts'
import { useWritingTo } from '#features/observers/web/list/use-writing-to.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import type { Expected } from '../../contract.ts'
import { ExcuseWindow } from './excuse-window.tsx'
import { counted } from './use-deployment.ts'
import { useUnexcusing } from './use-excusing.ts'

/** The acts on one assignment or on all selected ones. */
export type ExpectedActs = {
  readonly write: (rows: readonly Expected[]) => void
  readonly excuse: (rows: readonly Expected[], onDone?: () => void) => void
  readonly unexcuse: (rows: readonly Expected[]) => void
  readonly leave: (rows: readonly Expected[]) => void
  readonly remove: (rows: readonly Expected[], onDone?: () => void) => void
  readonly replace: (rows: readonly Expected[], onDone?: () => void) => void
  /** Moves the assignment of an observer elsewhere to the reported station. */
  readonly follow: (row: Expected) => void
}

/** An act whose window is open. */
type Begun = {
  readonly rows: readonly Expected[]
  readonly onDone: (() => void) | undefined
}

/** The acts, and the windows that they open. */
export function useExpectedActs({
  milestoneId,
  touches = counted,
}: {
  /** The default milestone for an excuse. */
  readonly milestoneId?: string | undefined
  /** The reads to invalidate. */
  readonly touches?: readonly Endpoint[]
}): { readonly acts: ExpectedActs; readonly windows: ReactNode } {
  const writeTo = useWritingTo()
  const { add, remove } = usePlanActs(touches)
  const change = useChanging(touches)
  const unexcuse = useUnexcusing()
  const [excusing, setExcusing] = useState<Begun>()
  const [replacing, setReplacing] = useState<Begun>()
  const acts: ExpectedActs = {
    write: (rows) =>
      void tryWithToast(() => writeTo([...new Set(rows.map(({ observerId }) => observerId))])),
    excuse: (rows, onDone) => setExcusing({ rows, onDone }),
    unexcuse: (rows) => void unexcuse(rows),
    leave: (rows) => void remove(rows.map(formerOf), 'now'),
    remove: async (rows, onDone) => {
      if (await remove(rows.map(formerOf))) onDone?.()
    },
    replace: (rows, onDone) => setReplacing({ rows, onDone }),
    follow: (row) =>
      void tryWithToast(async () => {
        if (!row.elsewhere) return
        const { pollingStationId } = row.elsewhere
        const { observerId, isMobile, revision } = row
        const [from, until] = [row.from.toISOString(), row.until.toISOString()]
        // A team has one station more.
        if (isMobile) await add([{ observerId, pollingStationId, from, until, isMobile }])
        else await change(formerOf(row), { pollingStationId, revision, since: 'now' })
      }),
  }
  const [first, ...rest] = replacing?.rows ?? []
  const windows = (
    <>
      {excusing && (
        <ExcuseWindow
          {...excusing}
          milestoneId={milestoneId}
          onClose={() => setExcusing(undefined)}
        />
      )}
      {first && (
        <ReplaceObserver
          formers={[formerOf(first), ...rest.map(formerOf)]}
          touches={touches}
          onClose={() => setReplacing(undefined)}
          onDone={replacing?.onDone}
        />
      )}
    </>
  )
  return { acts, windows }
}

const formerOf = ({ assignmentId, observerName, ...row }: Expected) => ({
  ...row,
  id: assignmentId,
  name: observerName,
})
