import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { locale, t } from '#kit/web/language.ts'
import { usePrinting } from '#kit/web/printing.ts'
import { IconButton } from '../button.tsx'
import { say } from '../copy.ts'
import { SaveMenu } from '../overlay/save-menu.tsx'
import { saveCsv } from './csv.ts'
import { savePicture } from './picture.ts'
import type { Provenance } from './provenance.ts'
import { axisTicks, spreadApart } from './scale.ts'

const tones = {
  ours: 'stroke-ours fill-ours',
  alarm: 'stroke-alarm fill-alarm',
  done: 'stroke-done fill-done',
  plain: 'stroke-muted fill-muted',
} as const

export type Line = {
  readonly name: string
  readonly tone: keyof typeof tones
  /** One for each place on the axis. */
  readonly values: readonly number[]
}

type Props = {
  readonly title: string
  /** The unit of the axis, such as "hour"; the heading of the table's first column. */
  readonly axis: string
  readonly places: readonly string[]
  readonly lines: readonly Line[]
  readonly height?: number
  /** The last interval is not over: its line is dashed, because it will still change. */
  readonly isLastOpen?: boolean
  /** Its provenance, read when it is downloaded. */
  readonly provenance?: () => Provenance
}

/** A line chart, as a picture or as the table behind it, to view and to download. */
export function LineChart(props: Props) {
  const { title, places, provenance } = props
  const [isTable, setTable] = useState(false)
  const svg = useRef<SVGSVGElement>(null)
  const id = useId()
  const save = (kind: 'svg' | 'png') => {
    const lines = [title, ...(provenance?.().lines ?? [])]
    if (svg.current) void savePicture(svg.current, { name: title, kind, lines })
  }

  return (
    <figure aria-labelledby={id} className="grid min-w-0 gap-2">
      <figcaption className="flex items-center justify-between gap-2">
        <span id={id} className="font-strong">
          {title}
        </span>
        <span className={`flex ${places.length === 0 ? 'invisible' : ''}`}>
          <SaveMenu
            title={title}
            onPicture={isTable ? undefined : save}
            onNumbers={() => saveNumbers(props)}
          />
          <IconButton
            icon={isTable ? 'chart' : 'table'}
            label={t(isTable ? say.asChart : say.asTable)}
            onPress={() => setTable(!isTable)}
          />
        </span>
      </figcaption>
      {places.length === 0 && <p className="py-8 text-center text-muted">{t(say.noData)}</p>}
      {places.length > 0 && (isTable ? <Twin {...props} /> : <Picture {...props} svg={svg} />)}
    </figure>
  )
}

/** The table behind the picture, as a file. */
function saveNumbers({ title, axis, places, lines, provenance }: Props): void {
  const rows = places.map((place, index) => [
    place,
    ...lines.map(({ values }) => values[index] ?? ''),
  ])
  saveCsv([axis, ...lines.map(({ name }) => name)], rows, title, provenance?.().columns ?? [])
}

const room = { bottom: 24, start: 44 }

/** The height of a line's name beside its end. */
const nameHeight = 15

/** Nothing is measured before a page is printed: the drawing has this width and is scaled to the paper. */
const paperWidth = 640

/** Names wider than this part of the width are put above the picture. */
const mostForNames = 0.3

/** Screen readers get the table instead of the picture, so that nothing depends on sight. */
function Picture({
  title,
  axis,
  places,
  lines,
  height = 200,
  isLastOpen = false,
  svg,
}: Props & { svg: React.RefObject<SVGSVGElement | null> }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)

  const longest = Math.max(...lines.map(({ name }) => name.length)) * 8 + 12
  const areAbove = lines.length > 1 && longest > width * mostForNames
  const names = lines.length > 1 && !areAbove ? longest : 16
  const scale = axisTicks(Math.max(0, ...lines.flatMap(({ values }) => values)))
  const most = scale.at(-1) ?? 1
  // Where all lines end at the top, their names are stacked.
  const top = 12 + (areAbove ? lines.length : lines.length - 1) * nameHeight
  const wide = Math.max(1, width - room.start - names)
  const x = (index: number) => room.start + (index / Math.max(1, places.length - 1)) * wide
  const y = (value: number) => height - room.bottom - (value / most) * (height - top - room.bottom)
  /** From one place up to, but excluding, another; negative ones count from the end. */
  const points = (values: readonly number[], from: number, to: number) =>
    values
      .map((value, index) => `${x(index)},${y(value)}`)
      .slice(from, to)
      .join(' ')
  const ends = lines.map(({ name, values }) => ({ name, at: y(values.at(-1) ?? 0) }))
  const nameAt = new Map(
    spreadApart(ends, nameHeight, height - room.bottom).map((end) => [end.name, end.at]),
  )
  const nameOf = (name: string, nth: number) =>
    areAbove
      ? { x: room.start + 12, y: 12 + nth * nameHeight }
      : { x: x(places.length - 1) + 8, y: (nameAt.get(name) ?? 0) + 4 }
  /** As many places as have room for their labels. */
  const every = Math.max(1, Math.ceil(places.length / Math.max(1, Math.floor(wide / 64))))

  return (
    <div ref={box} className="min-w-0">
      <svg
        ref={svg}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        className="block max-w-full print:h-auto print:w-full"
      >
        <g className="fill-muted text-small">
          {scale.map((mark) => (
            <Mark key={mark} mark={mark} y={y(mark)} wide={wide} />
          ))}
          {places.map(
            (place, index) =>
              index % every === 0 && (
                <text key={place} x={x(index)} y={height - 4} textAnchor="middle">
                  {place}
                </text>
              ),
          )}
        </g>
        {lines.map(({ name, tone, values }, nth) => (
          <g key={name} className={tones[tone]}>
            <polyline
              points={points(values, 0, isLastOpen ? -1 : values.length)}
              className="fill-none stroke-2"
              strokeLinejoin="round"
            />
            {isLastOpen && (
              <polyline
                points={points(values, -2, values.length)}
                className="fill-none stroke-2"
                strokeDasharray="3 3"
              />
            )}
            <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r={3} />
            {areAbove && <circle cx={room.start + 3} cy={8 + nth * nameHeight} r={3} />}
            {lines.length > 1 && (
              <text {...nameOf(name, nth)} className="stroke-none text-small">
                {name}
              </text>
            )}
          </g>
        ))}
      </svg>
      <div className="sr-only">
        <Twin title={title} axis={axis} places={places} lines={lines} />
      </div>
    </div>
  )
}

const Mark = ({ mark, y, wide }: { mark: number; y: number; wide: number }) => (
  <g>
    <line x1={room.start} x2={room.start + wide} y1={y} y2={y} className="stroke-line" />
    <text x={room.start - 8} y={y + 4} textAnchor="end">
      {mark.toLocaleString(locale, { notation: 'compact' })}
    </text>
  </g>
)

function useWidth(box: React.RefObject<HTMLDivElement | null>): number {
  const isPrinting = usePrinting()
  const [measured, setMeasured] = useState(paperWidth)
  useEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(([entry]) => entry && setMeasured(entry.contentRect.width))
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [box])
  return isPrinting ? paperWidth : measured
}

function Twin({ title, axis, places, lines }: Props): ReactNode {
  return (
    <table className="w-full text-small">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="border-b border-line py-1 text-start font-normal">
            {axis}
          </th>
          {lines.map(({ name }) => (
            <th key={name} scope="col" className="border-b border-line py-1 text-end font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {places.map((place, index) => (
          <tr key={place}>
            <th scope="row" className="border-b border-line py-1 text-start font-normal">
              {place}
            </th>
            {lines.map(({ name, values }) => (
              <td key={name} className="border-b border-line py-1 text-end">
                {values[index]?.toLocaleString(locale) ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
