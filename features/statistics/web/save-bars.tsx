import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { locale, t } from '#kit/web/language.ts'
import { saveCsv } from '#kit/web/ui/csv.ts'
import { savePicture } from '#kit/web/ui/picture.ts'
import { SaveMenu } from '#kit/web/ui/save-menu.tsx'
import type { Statistic } from '../contract.ts'
import { say } from '../copy.ts'
import { barsOf } from './bars.ts'

type Props = {
  readonly title: string
  readonly tone: 'ours' | 'alarm'
  readonly statistics: readonly Statistic[]
}

type Kind = 'png' | 'svg'

/** Takes the bars along: as a picture for a slide or a message, or as the numbers behind it. */
export function SaveBars({ title, tone, statistics }: Props) {
  const [drawn, setDrawn] = useState<Kind>()
  const save = () => {
    const rows = barsOf(statistics).map(({ label, value }, index) => [index + 1, label, value])
    saveCsv([t(say.place), t(say.name), t(say.number)], rows, title)
  }
  return (
    <>
      <SaveMenu title={title} onPicture={setDrawn} onNumbers={save} />
      {drawn && (
        <Drawing
          title={title}
          tone={tone}
          statistics={statistics}
          kind={drawn}
          onSaved={() => setDrawn(undefined)}
        />
      )}
    </>
  )
}

const width = 640
const rowHeight = 26
const heading = 36
const labels = 260
const numbers = 60

/** The bars as one drawing, out of sight and only for as long as it is being saved. */
function Drawing({
  title,
  tone,
  statistics,
  kind,
  onSaved,
}: Props & { readonly kind: Kind; readonly onSaved: () => void }) {
  const svg = useRef<SVGSVGElement>(null)
  const save = useEffectEvent(() => {
    if (svg.current) void savePicture(svg.current, title, kind).finally(onSaved)
  })
  useEffect(() => save(), [])
  const bars = barsOf(statistics)
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
        {bars.map(({ key, label, value }, index) => {
          const y = heading + index * rowHeight
          return (
            <g key={key}>
              <text x={12} y={y + 17} className="fill-ink text-small">
                {`${index + 1}. ${shortened(label)}`}
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

/** As much as fits before the bars. */
const shortened = (label: string) => (label.length > 36 ? `${label.slice(0, 35)}…` : label)
