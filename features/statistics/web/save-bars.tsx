import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { locale, t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { readAllPages } from '#kit/web/read/all-pages.ts'
import { call } from '#kit/web/read/api.ts'
import { saveCsv } from '#kit/web/ui/chart/csv.ts'
import { savePicture } from '#kit/web/ui/chart/picture.ts'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { SaveMenu } from '#kit/web/ui/overlay/save-menu.tsx'
import { type Statistic, statistics } from '../contract.ts'
import { barsOf, numbersOf } from './bars.ts'
import type { StatisticCard } from './cards.ts'
import { useProvenance } from './use-provenance.ts'

type Props = {
  readonly card: StatisticCard
  /** The rows of the picture. */
  readonly shown: readonly Statistic[]
}

type PictureFormat = 'png' | 'svg'

/** Downloads the bars: the visible ones as a picture for a slide or a message, or all numbers. */
export function SaveBars({ card, shown }: Props) {
  const [drawn, setDrawn] = useState<{
    readonly kind: PictureFormat
    readonly lines: readonly string[]
  }>()
  const [failure, setFailure] = useState<Problem>()
  const title = t(card.title)
  const { tone } = card
  const provenance = useProvenance()
  const save = async (as: PictureFormat | 'csv') => {
    try {
      const { all, asOf } = await readAll(card)
      const count = all.reduce((sum, { value }) => sum + Number(value), 0)
      const { lines, columns } = provenance(count, asOf)
      setFailure(undefined)
      if (as !== 'csv') return setDrawn({ kind: as, lines })
      const { headings, rows } = numbersOf(all)
      saveCsv(headings, rows, title, columns)
    } catch (error) {
      if (error instanceof Problem) setFailure(error)
      else throw error
    }
  }
  return (
    <>
      <Alert>{failure && explain(failure)}</Alert>
      <SaveMenu
        title={title}
        onPicture={(kind) => void save(kind)}
        onNumbers={() => void save('csv')}
      />
      {drawn && (
        <Drawing
          title={title}
          tone={tone}
          shown={shown}
          {...drawn}
          onSaved={() => setDrawn(undefined)}
        />
      )}
    </>
  )
}

/** Reads all rows of a card, beyond those shown. */
async function readAll({ method }: StatisticCard) {
  const times: Date[] = []
  const all: Statistic[] = await readAllPages(async (query) => {
    const reply = await call(statistics.list, { params: { method }, query })
    times.push(reply.asOf)
    return reply
  })
  // The time of the first page, as later pages may be newer.
  return { all, asOf: times[0] ?? new Date(0) }
}

const width = 640
const rowHeight = 26
const heading = 36
const labels = 260
const numbers = 60

type Drawn = {
  readonly title: string
  readonly tone: StatisticCard['tone']
  readonly shown: readonly Statistic[]
  readonly kind: PictureFormat
  /** Its provenance. */
  readonly lines: readonly string[]
  readonly onSaved: () => void
}

/** The bars as one drawing, hidden and only while it is being saved. */
function Drawing({ title, tone, shown, kind, lines, onSaved }: Drawn) {
  const svg = useRef<SVGSVGElement>(null)
  const save = useEffectEvent(() => {
    if (!svg.current) return
    void savePicture(svg.current, { name: title, kind, lines }).finally(onSaved)
  })
  useEffect(() => save(), [])
  const bars = barsOf(shown)
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const room = width - labels - numbers

  return (
    <div className="pointer-events-none fixed top-0 left-full bg-surface">
      <svg
        ref={svg}
        width={width}
        height={heading + bars.length * rowHeight + 8}
        aria-hidden="true"
      >
        <text x={12} y={24} className="fill-ink text-base font-strong">
          {title}
        </text>
        {bars.map(({ key, label, mark, value }, index) => {
          const y = heading + index * rowHeight
          return (
            <g key={key}>
              <text x={12} y={y + 17} className="fill-ink text-small">
                {`${index + 1}. ${shortened(`${label} · ${mark}`)}`}
              </text>
              <rect
                x={labels}
                y={y + 5}
                width={(value / most) * room}
                height={14}
                rx={3}
                className={tone === 'ours' ? 'fill-ours' : 'fill-alarm-mark'}
              />
              <text
                x={width - 12}
                y={y + 17}
                textAnchor="end"
                className="fill-ink text-small font-strong"
              >
                {value.toLocaleString(locale)}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

/** Shortens a label to fit beside the bars. */
const shortened = (label: string) => (label.length > 36 ? `${label.slice(0, 35)}…` : label)
