import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
} from 'maplibre-gl'
import { font, type Mark, type Palette } from './colours.ts'

const empty = { type: 'FeatureCollection', features: [] } as const

export const sources: Readonly<Record<string, GeoJSONSourceSpecification>> = {
  areas: { type: 'geojson', data: { ...empty, features: [] }, tolerance: 0.5 },
  municipalities: { type: 'geojson', data: { ...empty, features: [] }, tolerance: 0.5 },
  stations: { type: 'geojson', data: { ...empty, features: [] } },
  sought: { type: 'geojson', data: { ...empty, features: [] } },
  names: { type: 'geojson', data: { ...empty, features: [] } },
}

/** From this zoom on, all stations are drawn; before it, those with something late or flagged. */
export const stationZoom = 7.5
const firstUrgent = 3

/** The layers of stations that can be clicked. */
export const stationLayers = ['stations 0', 'stations 1', 'stations 2', 'urgent stations']

const isSelected: ExpressionSpecification = ['boolean', ['feature-state', 'isSelected'], false]

/**
 * Areas in the colours of their steps; opaque, as other colours would not be those of the legend. Streets of a background
 * show only from a zoom on, where areas are not compared.
 */
const filled = (
  source: 'areas' | 'municipalities',
  hasBackground: boolean,
): LayerSpecification => ({
  id: source,
  type: 'fill',
  source,
  paint: {
    'fill-color': [
      'to-color',
      ['feature-state', 'colour'],
      'transparent',
    ] as ExpressionSpecification,
    'fill-opacity': hasBackground ? ['step', ['zoom'], 1, streetZoom, 0] : 1,
  },
})

const streetZoom = 11

const bordered = (
  source: 'areas' | 'municipalities',
  { line, ink }: Palette,
  [width, ofSelected]: readonly [number, number],
): LayerSpecification[] => [
  {
    id: `borders of ${source}`,
    type: 'line',
    source,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': line, 'line-width': width },
  },
  {
    id: `selected of ${source}`,
    type: 'line',
    source,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': ink, 'line-width': ['case', isSelected, ofSelected, 0] },
  },
]

/** Stations of one state. */
const circles = (state: number, { fill, edge }: Mark): LayerSpecification => ({
  id: `stations ${state}`,
  type: 'circle',
  source: 'stations',
  minzoom: stationZoom,
  filter: ['==', ['get', 'state'], state],
  paint: {
    'circle-color': fill,
    'circle-stroke-color': edge,
    'circle-radius': ['interpolate', ['linear'], ['zoom'], 7, 2, 9, 3, 14, 7],
    'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 8, 0, 10, 0.75, 14, 1.5],
  },
})

/**
 * Counties, the municipalities of one, all their borders, the stations, what is flagged on top, and names. A colour of the
 * palette is a constant of its layer: the library changes constants at once, and expressions over features only later.
 */
export function layersOf(palette: Palette, hasBackground: boolean): LayerSpecification[] {
  const { ink, halo, marks } = palette
  const [none, awaited, visited] = marks
  return [
    filled('areas', hasBackground),
    filled('municipalities', hasBackground),
    ...bordered('municipalities', palette, [0.5, 2]),
    ...bordered('areas', palette, [0.8, 3]),
    ...[none, awaited, visited].map((mark, state) => circles(state, mark)),
    {
      id: 'urgent stations',
      type: 'symbol',
      source: 'stations',
      filter: ['>=', ['get', 'state'], firstUrgent],
      layout: {
        'icon-image': ['concat', 'mark ', ['get', 'state']],
        'icon-size': ['interpolate', ['linear'], ['zoom'], 5, 0.45, 9, 0.7, 14, 1.2],
        // Later ones are drawn above earlier ones, so flagged ones above late ones.
        'symbol-sort-key': ['get', 'state'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
    {
      id: 'sought',
      type: 'circle',
      source: 'sought',
      paint: {
        'circle-opacity': 0,
        'circle-radius': 11,
        'circle-stroke-color': ink,
        'circle-stroke-width': 4,
      },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [font],
        'text-size': ['interpolate', ['linear'], ['zoom'], 5, 11, 9, 15],
        'text-max-width': 7,
        'text-padding': 1,
        // When names collide, the map shows the larger area's name.
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.5 },
    },
  ]
}

/** The side of a point’s picture in pixels, before scaling. */
const markSize = 16

/** The pictures of late and flagged stations, at twice the resolution of most screens. */
export const picturesOf = ({ marks }: Palette) =>
  marks.flatMap(({ path, fill, edge }, state) => {
    const side = 2 * (markSize + 2)
    const context = new OffscreenCanvas(side, side).getContext('2d')
    if (state < firstUrgent || !context) return []
    context.setTransform(2, 0, 0, 2, 2, 2)
    context.fillStyle = fill
    context.strokeStyle = edge
    context.lineWidth = 1.2
    const outline = new Path2D(path)
    context.fill(outline)
    context.stroke(outline)
    return [{ name: `mark ${state}`, picture: context.getImageData(0, 0, side, side) }]
  })
