import { Link } from '@tanstack/react-router'
import { useMoment } from '#kit/web/time.tsx'
import type { AnswerText } from '../contract.ts'

/** The report that an answer is part of, by its station, and when it was given. */
export function ToReport({ of }: { of: Omit<AnswerText, 'optionId' | 'text'> }) {
  const moment = useMoment()
  return (
    <>
      <Link
        to="/answers/details/$observerId/$pollingStationId"
        params={{
          observerId: String(of.observerId),
          pollingStationId: String(of.pollingStationId),
        }}
        className="rounded-sm text-ours underline underline-offset-2"
      >
        {of.pollingStationName}
      </Link>{' '}
      · {moment(of.at)}
    </>
  )
}
