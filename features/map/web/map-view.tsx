import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { MapArea, MapBackground, MapShapes } from '../contract.ts'
import { AreaPanel } from './area-panel.tsx'
import { usePalette } from './colours.ts'
import type { MapFigure } from './figures.ts'
import type { Points } from './geo.ts'
import { Legend } from './legend.tsx'
import { stationLink } from './links.ts'
import { MapCanvas } from './map-canvas.tsx'
import { colourOf, rampOf, stepsOf } from './steps.ts'

type Props = {
  readonly areas: readonly MapArea[]
  readonly shapes: MapShapes
  readonly stations: Points
  readonly background: MapBackground
  readonly figure: MapFigure
  readonly selected: number | undefined
  /** A station that is looked for. */
  readonly sought: number | undefined
  readonly onSelect: (areaId: number | undefined) => void
  readonly onFail: () => void
}

/** The map with its legend, and the figures of the county that is chosen or pointed at. */
export function MapAndLegend(props: Props) {
  const { areas, shapes, stations, background, figure, selected, sought, onSelect, onFail } = props
  const [pointed, setPointed] = useState<number>()
  const palette = usePalette()
  const navigate = useNavigate()
  const ramp = palette.ramps[figure.ramp]
  const scale = useMemo(() => stepsOf(figure.kind, areas.map(figure.valueOf)), [areas, figure])
  const colours = useMemo(() => rampOf(ramp, scale.length), [ramp, scale])
  const steps = useMemo(
    () => new Map(areas.map((area) => [area.id as number, colourOf(figure.valueOf(area), scale)])),
    [areas, figure, scale],
  )
  const shown = areas.find(({ id }) => id === (pointed ?? selected))
  return (
    <div className="flex size-full min-h-0 flex-col">
      <div className="relative min-h-0 flex-1 overflow-hidden">
        <MapCanvas
          {...{ shapes, stations, background, steps, selected, sought, onFail }}
          ramp={colours}
          onSelect={(id) => onSelect(id)}
          onStation={(index) => void navigate(stationLink(stations, index))}
          onPoint={setPointed}
        />
        {shown && (
          <AreaPanel
            area={shown}
            isChosen={shown.id === selected}
            onClose={() => onSelect(undefined)}
          />
        )}
      </div>
      <Legend
        figure={figure}
        steps={shapes.areas.length > 0 ? scale : []}
        colours={colours}
        palette={palette}
        hasStations={stations.ids.length > 0}
      />
    </div>
  )
}
