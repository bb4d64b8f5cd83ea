import { useQuery } from '@tanstack/react-query'
import { session } from '#features/session/contract.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { answers } from '../../contract.ts'
import { keyOf } from '../arrivals.ts'
import { say } from './copy.ts'

/** Readers who stay away are announced by nothing. */
const lookMs = 60_000

type Report = Parameters<typeof keyOf>[0]

/** Which other accounts have a report open; undefined: none. */
function useReaders(report: Report): string | undefined {
  const me = useQuery(read(session.me, {})).data?.account
  const { data } = useQuery({ ...read(answers.listOpen, {}), refetchInterval: lookMs })
  const names = (data?.reports ?? [])
    .filter((one) => one.account !== me && keyOf(one) === keyOf(report))
    .map(({ account }) => account)
  return names.length === 0
    ? undefined
    : t(say.reading, { count: names.length, names: names.join(', ') })
}

/** In the margin of a row, where nothing moves. */
export function ReadersOfRow({ of }: { of: Report }) {
  const words = useReaders(of)
  if (!words) return null
  return (
    <span title={words} className="absolute end-0.5 top-2 flex text-ours sm:end-1">
      <Icon name="eye" className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** Below the acts of the open report, over the margin of what follows. */
export function ReadersOfReport({ of }: { of: Report }) {
  const words = useReaders(of)
  return (
    <span
      role="status"
      className="pointer-events-none absolute end-4 top-full flex max-w-2/3 -translate-y-1/2 print:hidden"
    >
      {words && (
        <Badge tone="ours" icon="eye">
          <span className="truncate">{words}</span>
        </Badge>
      )}
    </span>
  )
}
