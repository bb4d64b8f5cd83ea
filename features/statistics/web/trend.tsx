import { t } from '#kit/web/language.ts'
import { useClock } from '#kit/web/time.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { LineChart } from '#kit/web/ui/chart/line-chart.tsx'
import { ErrorState } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../copy.ts'
import { useVerifiedProvenance } from './use-provenance.ts'
import { useTrend } from './use-trend.ts'

const height = 180

/** Recent reports, and how much of it is flagged. */
export function Trend() {
  const { data, failureReason, refetch } = useTrend()
  const clock = useClock()
  const provenance = useVerifiedProvenance()
  if (!data && failureReason)
    return (
      <Card>
        <ErrorState problem={failureReason} retry={() => void refetch()} />
      </Card>
    )
  const quarters = data?.quarters ?? []
  return (
    <Card>
      {data ? (
        <LineChart
          title={t(say.trend)}
          axis={t(say.quarter)}
          places={quarters.map(({ at }) => clock(at))}
          lines={[
            {
              name: t(say.trendReports),
              tone: 'ours',
              values: quarters.map(({ reports }) => reports),
            },
            {
              name: t(say.trendFlagged),
              tone: 'alarm',
              values: quarters.map(({ flagged }) => flagged),
            },
          ]}
          height={height}
          isLastOpen
          provenance={() =>
            provenance(
              quarters.reduce((sum, { reports }) => sum + reports, 0),
              data.asOf,
            )
          }
        />
      ) : (
        // The height of the chart and its heading, to avoid a layout shift.
        <div style={{ height: height + 40 }} className="animate-wait rounded-md bg-sunken" />
      )}
    </Card>
  )
}
