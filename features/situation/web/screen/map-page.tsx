import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { MapArea, MapShapes } from '#features/map/contract.ts'
import { usePalette } from '#features/map/web/colours.ts'
import { figureOf } from '#features/map/web/figures.ts'
import { namesOf, noPoints } from '#features/map/web/geo.ts'
import { MapCanvas } from '#features/map/web/map-canvas.tsx'
import { colourOf, rampOf, stepsOf } from '#features/map/web/steps.ts'
import { hasWebGl } from '#features/map/web/webgl.ts'
import { locale, t } from '#kit/web/language.ts'
import { say } from '../../copy.ts'

/** Areas without an outline are listed on the page of the map, not here. */
const unnamed = { origin: 'none' as const, file: null, areasWithout: [], shapesWithout: [] }
const noMunicipalities = { areas: [] }
const bare = { kind: 'none', styleUrl: '' } as const
const nothing = () => undefined

type Props = {
  readonly map: { readonly areas: readonly MapArea[]; readonly shapes: Pick<MapShapes, 'areas'> }
  readonly isShown: boolean
  /** Below other parts of a page, instead of in place of them. */
  readonly isPart?: boolean
  /** Called if the browser cannot draw the map. */
  readonly onFail: () => void
}

/**
 * Counties coloured by their share of visited stations, without controls. The map is drawn when first shown and then
 * only hidden: a new map every minute would exhaust memory in a night.
 */
export function MapPage({
  map: { areas, shapes: outlines },
  isShown,
  isPart = false,
  onFail,
}: Props) {
  const [wasShown, setShown] = useState(isShown)
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    if (!hasWebGl()) fail()
  }, [])
  if (isShown && !wasShown) setShown(true)
  const shapes = useMemo(() => ({ ...unnamed, areas: outlines.areas }), [outlines])
  const figure = figureOf(undefined)
  const palette = usePalette()
  const scale = useMemo(() => stepsOf(figure.kind, areas.map(figure.valueOf)), [areas, figure])
  const ramp = useMemo(
    () => rampOf(palette.ramps[figure.ramp], scale.length),
    [palette, figure, scale],
  )
  const steps = useMemo(
    () => new Map(areas.map((area) => [area.id as number, colourOf(figure.valueOf(area), scale)])),
    [areas, figure, scale],
  )
  const names = useMemo(() => namesOf(areas), [areas])
  if (!wasShown || !hasWebGl()) return null
  return (
    <div
      inert
      style={{ visibility: isShown ? 'visible' : 'hidden' }}
      className={`${isPart ? 'h-[32rem] print:h-auto' : 'absolute inset-0'} flex flex-col gap-[0.4em] [&_.maplibregl-control-container]:hidden`}
    >
      <div className="flex flex-wrap items-center gap-x-[1em] text-[0.9em]">
        <p className="text-muted">{t(say.mapAbout)}</p>
        <ul className="flex flex-wrap gap-x-[0.8em]">
          {[undefined, ...scale].map((step, nth) => (
            <li key={step?.from ?? -1} className="flex items-center gap-[0.3em] tabular-nums">
              <span
                style={{ background: ramp[nth] }}
                className="size-[0.8em] rounded-md border border-edge"
              />
              {step ? `${percent(step.from)}–${percent(step.to)}` : t(say.none)}
            </li>
          ))}
        </ul>
      </div>
      <div className="min-h-0 flex-1 overflow-hidden rounded-md border border-line">
        <MapCanvas
          {...{ shapes, names, steps, ramp }}
          stations={noPoints}
          background={bare}
          municipalities={noMunicipalities}
          selected={undefined}
          selectedMunicipality={undefined}
          sought={undefined}
          onSelect={nothing}
          onStation={nothing}
          onPoint={nothing}
          onFail={onFail}
        />
      </div>
    </div>
  )
}

const percent = (share: number) =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })
