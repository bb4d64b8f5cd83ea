import type { ReactNode } from 'react'
import type { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { Icon, type IconName } from '../icon.tsx'
import { Spinner } from './spinner.tsx'

const middle = 'grid min-h-40 place-content-center justify-items-center gap-3 p-6 text-center'

export function Loading() {
  return (
    <div className={`${middle} text-ours`}>
      <Spinner className="size-8" />
    </div>
  )
}

/** Why there is nothing here, and what to do about it. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  icon: IconName
  title: string
  children?: ReactNode
}) {
  return (
    <div className={`${middle} text-muted`}>
      <Icon name={icon} className="size-8" />
      <p className="max-w-sm font-strong text-ink">{title}</p>
      {children && <div className="grid max-w-sm justify-items-center gap-3">{children}</div>}
    </div>
  )
}

export function ErrorState({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <div role="alert" className={middle}>
      <Icon name="warning" className="size-8 text-alarm" />
      <p className="font-strong">{t(say.failed)}</p>
      <p className="max-w-sm text-muted">{explain(problem)}</p>
      <Button onPress={retry}>{t(say.retry)}</Button>
    </div>
  )
}

type Query<Data> = {
  readonly data: Data | undefined
  readonly error: Problem | null
  /** Why it is being retried. */
  readonly failureReason: Problem | null
  readonly refetch: () => unknown
}

/** The loaded data; until then a loading or error state. */
export function Loaded<Data>({
  query,
  children,
}: {
  query: Query<Data>
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  const problem = query.error ?? query.failureReason
  return problem ? <ErrorState problem={problem} retry={() => void query.refetch()} /> : <Loading />
}
