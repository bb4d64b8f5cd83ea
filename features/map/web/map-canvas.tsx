import { useEffect, useRef, useState } from 'react'
import { loadDeferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { usePrinting } from '#kit/web/printing.ts'
import { EmptyState, Loading } from '#kit/web/ui/feedback/states.tsx'
import type { MapBackground, MapShapes } from '../contract.ts'
import { say } from '../copy.ts'
import { font, usePalette } from './colours.ts'
import type { Drawing } from './drawing.ts'
import {
  type Box,
  boxAround,
  changedStates,
  featuresOfNames,
  featuresOfShapes,
  featuresOfStations,
  type Points,
  piecesOf,
  placeOf,
  placesOf,
} from './geo.ts'
import { workerUrl } from './worker-url.ts'

type Props = {
  readonly shapes: MapShapes
  /** Shapes of the municipalities of the chosen county; empty without one. */
  readonly municipalities: Pick<MapShapes, 'areas'>
  /** Of counties and municipalities, by id. */
  readonly names: ReadonlyMap<number, string>
  readonly stations: Points
  readonly background: MapBackground
  /** The step of each county and municipality, by its id; and the colours of the steps. */
  readonly steps: ReadonlyMap<number, number>
  readonly ramp: readonly string[]
  readonly selected: number | undefined
  readonly selectedMunicipality: number | undefined
  /** The station that the user searched for: it is marked and zoomed to. */
  readonly sought: number | undefined
  readonly onSelect: (areaId: number) => void
  readonly onStation: (index: number) => void
  readonly onPoint: (areaId: number | undefined) => void
  readonly onFail: () => void
}

/** The library’s own buttons, in our colours; its style sheet is in no layer, so that only what is important wins. */
const controls =
  '[&_.maplibregl-ctrl-group]:bg-surface! [&_.maplibregl-ctrl-group]:shadow-[0_0_0_1px_var(--color-edge)]! [&_.maplibregl-ctrl-group_button]:size-9! [&_.maplibregl-ctrl-group_button:hover]:bg-quiet! [&_.maplibregl-ctrl-group_button+button]:border-line! [&_.maplibregl-ctrl-attrib]:bg-surface! [&_.maplibregl-ctrl-attrib]:text-ink! [&_.maplibregl-ctrl-attrib_a]:text-ours!'
/** Their pictures are dark. */
const darkIcons = '[&_.maplibregl-ctrl-icon]:invert [&_.maplibregl-ctrl-attrib-button]:invert'

/** Paper has a copy of the picture, of its own width. */
const onPaper =
  'print:h-auto print:[&_.maplibregl-canvas]:hidden! print:[&_.maplibregl-ctrl-group]:hidden!'

/** The map itself. Its library is loaded when it is first shown. */
export function MapCanvas(props: Props) {
  const { shapes, municipalities, names, stations, steps, ramp } = props
  const { selected, selectedMunicipality, sought } = props
  const container = useRef<HTMLDivElement>(null)
  const palette = usePalette()
  const { drawing, isLate } = useDrawing(container, props)
  useEffect(() => drawing?.setAreas('areas', featuresOfShapes(shapes)), [drawing, shapes])
  useEffect(
    () => drawing?.setAreas('municipalities', featuresOfShapes(municipalities)),
    [drawing, municipalities],
  )
  useEffect(() => {
    // While municipalities are drawn, only they are named.
    const named = municipalities.areas.length > 0 ? municipalities : shapes
    drawing?.setNames(featuresOfNames(named, names))
  }, [drawing, shapes, municipalities, names])
  const drawn = useRef<{ readonly on: unknown; readonly stations: Points }>(undefined)
  useEffect(() => {
    if (!drawing) return
    const before = drawn.current?.on === drawing ? drawn.current.stations : undefined
    const changed = before && changedStates(before, stations)
    if (changed) drawing.changeStations(changed)
    else drawing.setStations(featuresOfStations(stations))
    drawn.current = { on: drawing, stations }
  }, [drawing, stations])
  useEffect(() => drawing?.setSteps(steps, ramp), [drawing, steps, ramp])
  useEffect(() => drawing?.paint(palette), [drawing, palette])
  const isPrinting = usePrinting()
  useEffect(() => (isPrinting ? drawing?.copyForPaper() : undefined), [drawing, isPrinting])
  useEffect(() => drawing?.mark(selectedMunicipality), [drawing, selectedMunicipality])
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    const box = boxOf(latest.current, selected)
    if (drawing && box) drawing.select(selected, box)
  }, [drawing, selected])
  const place = sought === undefined ? undefined : placeOf(stations, sought)
  const [longitude, latitude] = place ?? []
  useEffect(() => {
    if (drawing && sought !== undefined && longitude !== undefined && latitude !== undefined)
      drawing.seek([longitude, latitude])
  }, [drawing, sought, longitude, latitude])
  return (
    <div className="relative size-full min-h-0 print:h-auto">
      <div
        ref={container}
        className={`size-full ${controls} ${onPaper} ${palette.isDark ? darkIcons : ''}`}
      />
      {!drawing && (
        <div className="absolute inset-0">
          {isLate ? (
            <EmptyState icon="info" title={t(say.cannotDrawYet)}>
              <p>{t(say.cannotDrawYetWhy)}</p>
            </EmptyState>
          ) : (
            <Loading />
          )}
        </div>
      )}
    </div>
  )
}

/** A county, or all there is. */
const boxOf = ({ shapes, stations }: Props, areaId?: number): Box | undefined =>
  boxAround(piecesOf(shapes, areaId)) ?? boxAround(placesOf(stations, areaId))

/** The library is of some hundred kilobytes. Where the server is away just then, it is asked for again. */
async function loadLibrary(background: MapBackground) {
  const [{ openMap }, { groundOf }] = await Promise.all([
    import('./drawing.ts'),
    import('./background.ts'),
    arrival(workerUrl),
    // Names are drawn with it; the part with ș and ț is loaded apart.
    document.fonts.load(`13px "${font}"`, 'aș'),
  ])
  return { openMap, ground: await groundOf(background) }
}

/** Fetches the worker's script beforehand, because the library does not report that its worker failed to load. */
async function arrival(url: string): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error('It could not be loaded')
  await response.arrayBuffer()
}

/** Opens the map in its element. */
function useDrawing(container: { readonly current: HTMLDivElement | null }, props: Props) {
  const [drawing, setDrawing] = useState<Drawing>()
  const [isLate, setLate] = useState(false)
  const latest = useRef(props)
  latest.current = props
  const { kind, styleUrl } = props.background
  useEffect(() => {
    let isLeft = false
    let map: Drawing | undefined
    const open = async () => {
      const loaded = await loadDeferred(
        async () => (isLeft ? undefined : loadLibrary({ kind, styleUrl })),
        () => setLate(true),
      )
      if (isLeft || !loaded || !container.current) return
      const { openMap, ground } = loaded
      map = openMap({
        container: container.current,
        ground,
        hasBackground: kind !== 'none',
        box: boxOf(latest.current) ?? [-20, 35, 40, 60],
        words: {
          'Map.Title': t(say.mapTitle),
          'NavigationControl.ZoomIn': t(say.zoomIn),
          'NavigationControl.ZoomOut': t(say.zoomOut),
          'AttributionControl.ToggleAttribution': t(say.sources),
        },
        onArea: (id) => latest.current.onSelect(id),
        onStation: (id) => latest.current.onStation(latest.current.stations.ids.indexOf(id)),
        onPoint: (id) => latest.current.onPoint(id),
        onFail: () => latest.current.onFail(),
      })
      setDrawing(map)
      setLate(false)
    }
    open().catch(() => latest.current.onFail())
    return () => {
      isLeft = true
      map?.close()
      setDrawing(undefined)
    }
  }, [container, kind, styleUrl])
  return { drawing, isLate }
}
