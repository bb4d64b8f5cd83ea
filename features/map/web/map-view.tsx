import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { MapArea, MapBackground, MapShapes } from '../contract.ts'
import { AreaPanel } from './area-panel.tsx'
import { usePalette } from './colours.ts'
import type { MapFigure } from './figures.ts'
import { namesOf, type Points } from './geo.ts'
import { Legend } from './legend.tsx'
import { stationLink } from './links.ts'
import { MapCanvas } from './map-canvas.tsx'
import { colourOf, rampOf, stepsOf } from './steps.ts'
import type { Municipalities } from './use-municipalities.ts'

const noAreas: readonly MapArea[] = []

type Props = {
  readonly areas: readonly MapArea[]
  readonly shapes: MapShapes
  /** The municipalities of the chosen county. */
  readonly municipalities: Municipalities | undefined
  readonly stations: Points
  readonly background: MapBackground
  readonly figure: MapFigure
  readonly selected: number | undefined
  readonly selectedMunicipality: number | undefined
  /** A station that is looked for. */
  readonly sought: number | undefined
  readonly onSelect: (areaId: number | undefined) => void
  readonly onSelectMunicipality: (areaId: number | undefined) => void
  readonly onFail: () => void
}

const none: Municipalities['shapes'] = {
  ...{ origin: 'none', file: null },
  ...{ areas: [], areasWithout: [], shapesWithout: [] },
}

/** The map with its legend, and the figures of the county or municipality that is chosen or pointed at. */
export function MapAndLegend(props: Props) {
  const { areas, shapes, municipalities, stations, background, figure, sought, onFail } = props
  const { selected, selectedMunicipality, onSelect, onSelectMunicipality } = props
  const [pointed, setPointed] = useState<number>()
  const palette = usePalette()
  const navigate = useNavigate()
  const ramp = palette.ramps[figure.ramp]
  const outlines = municipalities?.shapes ?? none
  const inner = municipalities?.areas ?? noAreas
  // One scale at a time: while the municipalities of a county are coloured, counties are not.
  const coloured = outlines.areas.length > 0 ? inner : areas
  const scale = useMemo(
    () => stepsOf(figure.kind, coloured.map(figure.valueOf)),
    [coloured, figure],
  )
  const colours = useMemo(() => rampOf(ramp, scale.length), [ramp, scale])
  const steps = useMemo(
    () =>
      new Map([
        ...areas.map(({ id }) => [id as number, 0] as const),
        ...coloured.map(
          (area) => [area.id as number, colourOf(figure.valueOf(area), scale)] as const,
        ),
      ]),
    [areas, coloured, figure, scale],
  )
  const names = useMemo(() => namesOf(areas, inner), [areas, inner])
  const find = (wanted: number | undefined) => [...areas, ...inner].find(({ id }) => id === wanted)
  const chosen = find(selectedMunicipality) ?? find(selected)
  const shown = find(pointed) ?? chosen
  const isInner = (id: number | undefined) => inner.some((area) => area.id === id)
  return (
    <div className="flex size-full min-h-0 flex-col">
      <div className="relative min-h-0 flex-1 overflow-hidden">
        <MapCanvas
          {...{ shapes, names, stations, background, steps }}
          {...{ selected, selectedMunicipality, sought, onFail }}
          municipalities={outlines}
          ramp={colours}
          onSelect={(id) => (isInner(id) ? onSelectMunicipality(id) : onSelect(id))}
          onStation={(index) => void navigate(stationLink(stations, index))}
          onPoint={setPointed}
        />
        {shown && (
          <AreaPanel
            area={shown}
            isCounty={!isInner(shown.id)}
            isChosen={shown.id === chosen?.id}
            onClose={() =>
              isInner(shown.id) ? onSelectMunicipality(undefined) : onSelect(undefined)
            }
          />
        )}
      </div>
      <Legend
        figure={figure}
        steps={shapes.areas.length + outlines.areas.length > 0 ? scale : []}
        colours={colours}
        palette={palette}
        hasStations={stations.ids.length > 0}
      />
    </div>
  )
}
