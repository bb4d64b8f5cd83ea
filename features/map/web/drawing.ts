import {
  type GeoJSONSource,
  type LayerSpecification,
  type MapMouseEvent,
  Map as MapView,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import type { Ground } from './background.ts'
import type { Palette } from './colours.ts'
import type { Box, Features } from './geo.ts'
import { layersOf, picturesOf, sources, stationLayers, stationZoom } from './layers.ts'
import { movePicture } from './moved-picture.ts'
import { isDrawnByProcessor } from './webgl.ts'
import { workerUrl } from './worker-url.ts'

setWorkerUrl(workerUrl)

type Handlers = {
  /** A municipality, where those of its county are drawn; otherwise a county. */
  readonly onArea: (id: number) => void
  readonly onStation: (id: number) => void
  readonly onPoint: (areaId: number | undefined) => void
  /** The browser cannot draw it after all. */
  readonly onFail: () => void
}

type Options = Handlers & {
  readonly container: HTMLElement
  readonly ground: Ground
  readonly hasBackground: boolean
  readonly box: Box
  /** Words of its buttons, by the library’s names of them. */
  readonly words: Readonly<Record<string, string>>
}

/** Counties, and the municipalities of the one that is chosen. */
export type AreaSource = 'areas' | 'municipalities'

export type Drawing = {
  setAreas(source: AreaSource, areas: Features): void
  setNames(names: Features): void
  setStations(stations: Features): void
  /** The states of stations that are drawn already, by id: what changed alone is drawn again. */
  changeStations(states: ReadonlyMap<number, number>): void
  /** Colour steps of counties and municipalities, by id. */
  setSteps(steps: ReadonlyMap<number, number>, ramp: readonly string[]): void
  /** Marks a county, and shows it. */
  select(areaId: number | undefined, box: Box): void
  /** Outlines a municipality. */
  mark(areaId: number | undefined): void
  /** Marks a station and zooms to its municipality where there is a background, else to its county. */
  seek(place: readonly [longitude: number, latitude: number]): void
  /** Gives everything these colours. */
  paint(palette: Palette): void
  /** A browser prints what it has shown last, not what was drawn since: paper has a copy. Returns how it is removed. */
  copyForPaper(): () => void
  close(): void
}

/** The zoom levels at which a municipality and a county fill the map. */
const [municipalityZoom, countyZoom] = [13, 9.5]
/** How many pixels beside a point still hit it. */
const reach = 5

/** Opens a map. Data set before the map is ready appears once it is. */
export function openMap(options: Options): Drawing {
  const { container, ground, box, words } = options
  const view = new MapView({
    container,
    style: ground.style,
    locale: words,
    bounds: [...box],
    fitBoundsOptions: { padding: 16 },
    attributionControl: { compact: true },
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxZoom: 18,
    fadeDuration: 0,
  })
  view.touchZoomRotate.disableRotation()
  view.keyboard.disableRotation()
  view.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  const ready = new Promise<void>((resolve) => {
    view.once('style.load', () => {
      for (const [id, source] of Object.entries(sources)) view.addSource(id, source)
      resolve()
    })
  })
  view.on('webglcontextlost', options.onFail)
  if (isDrawnByProcessor(view.getCanvas())) movePicture(view)
  listen(view, options)
  const once = (work: () => void) => void ready.then(() => (isClosed ? undefined : work()))
  let isClosed = false
  const mark = markerOf(view)
  return {
    setAreas: (source, areas) => once(() => sourceOf(view, source).setData(areas)),
    setNames: (names) => once(() => sourceOf(view, 'names').setData(names)),
    setStations: (stations) => once(() => sourceOf(view, 'stations').setData(stations)),
    changeStations: (states) =>
      once(() => {
        const update = [...states].map(([id, state]) => ({
          id,
          addOrUpdateProperties: [{ key: 'state', value: state }],
        }))
        if (update.length > 0) sourceOf(view, 'stations').updateData({ update })
      }),
    setSteps: (steps, ramp) =>
      once(() => {
        for (const source of ['areas', 'municipalities'])
          for (const [id, step] of steps)
            view.setFeatureState({ source, id }, { colour: ramp[step] })
      }),
    select: (areaId, place) =>
      once(() => {
        mark('areas', areaId)
        view.fitBounds([...place], { padding: 24, duration: duration() })
      }),
    mark: (areaId) => once(() => mark('municipalities', areaId)),
    seek: (place) =>
      once(() => {
        sourceOf(view, 'sought').setData({ type: 'Point', coordinates: [...place] })
        view.easeTo({ center: [...place], ...zoomOf(options), duration: duration() })
      }),
    paint: (palette) => {
      // Where nothing is drawn yet.
      container.style.backgroundColor = palette.ground
      once(() => paintLayers(view, palette, options))
    },
    copyForPaper: () => {
      const copy = document.createElement('canvas')
      once(() => copyPicture(view, copy))
      return () => copy.remove()
    },
    close: () => {
      isClosed = true
      view.remove()
    },
  }
}

function paintLayers(
  view: MapView,
  palette: Palette,
  { ground, hasBackground }: Pick<Options, 'ground' | 'hasBackground'>,
): void {
  for (const layer of [...ground.layersIn(palette), ...layersOf(palette, hasBackground)])
    paintLayer(view, layer)
  for (const { name, picture } of picturesOf(palette))
    if (view.hasImage(name)) view.updateImage(name, picture)
    else view.addImage(name, picture, { pixelRatio: 2 })
}

function copyPicture(view: MapView, copy: HTMLCanvasElement): void {
  const canvas = view.getCanvas()
  const { width, height } = canvas
  Object.assign(copy, { width, height, className: 'hidden w-full print:block' })
  // The picture is there to be copied only until the browser has shown it.
  view.redraw()
  copy.getContext('2d')?.drawImage(canvas, 0, 0)
  canvas.after(copy)
}

type PaintProperty = Parameters<MapView['setPaintProperty']>[1]

/** Adds a layer, or changes its colours without a transition: a browser prints at once. */
function paintLayer(view: MapView, layer: LayerSpecification): void {
  if (!view.getLayer(layer.id)) {
    view.addLayer(layer)
    return
  }
  for (const [name, value] of Object.entries(layer.paint ?? {})) {
    view.setPaintProperty(layer.id, `${name}-transition` as PaintProperty, { duration: 0 })
    view.setPaintProperty(layer.id, name as PaintProperty, value)
  }
}

/** Marks at most one area per source. */
function markerOf(view: MapView) {
  const marked = new Map<AreaSource, number | undefined>()
  return (source: AreaSource, id: number | undefined) => {
    const before = marked.get(source)
    if (before !== undefined) view.setFeatureState({ source, id: before }, { isSelected: false })
    if (id !== undefined) view.setFeatureState({ source, id }, { isSelected: true })
    marked.set(source, id)
  }
}

const zoomOf = ({ hasBackground }: Options) => ({
  zoom: hasBackground ? municipalityZoom : countyZoom,
})

/** In milliseconds; 0 for users who prefer reduced motion. */
const duration = () => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150)

function listen(view: MapView, { onArea, onStation, onPoint }: Handlers): void {
  const found = ({ point: { x, y } }: MapMouseEvent) => {
    const around: [[number, number], [number, number]] = [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ]
    const [station] =
      view.getZoom() < stationZoom || !view.getLayer('urgent stations')
        ? []
        : view.queryRenderedFeatures(around, { layers: stationLayers })
    // The topmost first.
    const [area] = view.getLayer('areas')
      ? view.queryRenderedFeatures([x, y], { layers: ['municipalities', 'areas'] })
      : []
    return { station: numberOf(station?.id), area: numberOf(area?.id) }
  }
  view.on('click', (event) => {
    const { station, area } = found(event)
    if (station !== undefined) onStation(station)
    else if (area !== undefined) onArea(area)
  })
  view.on('mousemove', (event) => {
    const { station, area } = found(event)
    const hit = station ?? area
    view.getCanvas().style.cursor = hit === undefined ? '' : 'pointer'
    onPoint(area)
  })
  view.on('mouseout', () => onPoint(undefined))
}

const numberOf = (id: string | number | undefined) => (id === undefined ? undefined : Number(id))

const sourceOf = (view: MapView, id: string) => view.getSource(id) as GeoJSONSource
