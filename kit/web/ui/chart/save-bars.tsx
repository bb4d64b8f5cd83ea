import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { locale } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Alert } from '../field/field.tsx'
import { SaveMenu } from '../overlay/save-menu.tsx'
import { saveCsv } from './csv.ts'
import { savePicture } from './picture.ts'
import type { Provenance } from './provenance.ts'

/** A bar of the picture. */
export type DrawnBar = {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly tone: 'ours' | 'alarm'
}

/** What is saved, all from one moment: the bars of the picture, and all numbers behind them. */
export type SavedBars = {
  readonly bars: readonly DrawnBar[]
  readonly provenance: Provenance
  readonly headings: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

type Props = {
  readonly title: string
  readonly read: () => Promise<SavedBars>
}

type PictureFormat = 'png' | 'svg'

/** Downloads bars, as a picture for a slide or a message, or all numbers. */
export function SaveBars({ title, read }: Props) {
  const [drawn, setDrawn] = useState<{
    readonly kind: PictureFormat
    readonly lines: readonly string[]
    readonly bars: readonly DrawnBar[]
  }>()
  const [failure, setFailure] = useState<Problem>()
  const save = async (as: PictureFormat | 'csv') => {
    try {
      const { bars, headings, rows, provenance } = await read()
      setFailure(undefined)
      if (as === 'csv') saveCsv(headings, rows, title, provenance.columns)
      else setDrawn({ kind: as, lines: provenance.lines, bars })
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
      {drawn && <Drawing title={title} {...drawn} onSaved={() => setDrawn(undefined)} />}
    </>
  )
}

const width = 640
const rowHeight = 26
const heading = 36
const labels = 260
const numbers = 60

type Drawn = {
  readonly title: string
  readonly bars: readonly DrawnBar[]
  readonly kind: PictureFormat
  /** Its provenance. */
  readonly lines: readonly string[]
  readonly onSaved: () => void
}

/** The bars as one drawing, hidden and only while it is being saved. */
function Drawing({ title, bars, kind, lines, onSaved }: Drawn) {
  const svg = useRef<SVGSVGElement>(null)
  const save = useEffectEvent(() => {
    if (!svg.current) return
    void savePicture(svg.current, { name: title, kind, lines }).finally(onSaved)
  })
  useEffect(() => save(), [])
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
          {title.length > 80 ? `${title.slice(0, 79)}…` : title}
        </text>
        {bars.map(({ key, label, value, tone }, index) => {
          const y = heading + index * rowHeight
          return (
            <g key={key}>
              <text x={12} y={y + 17} className="fill-ink text-small">
                {shortened(label)}
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
const shortened = (label: string) => (label.length > 40 ? `${label.slice(0, 39)}…` : label)
