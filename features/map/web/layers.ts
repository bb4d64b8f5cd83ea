import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
} from 'maplibre-gl'
import type { Palette, Points } from './colours.ts'

const empty = { type: 'FeatureCollection', features: [] } as const

export const sources: Readonly<Record<string, GeoJSONSourceSpecification>> = {
  areas: { type: 'geojson', data: { ...empty, features: [] }, tolerance: 0.5 },
  municipalities: { type: 'geojson', data: { ...empty, features: [] }, tolerance: 0.5 },
  stations: { type: 'geojson', data: { ...empty, features: [] } },
}

const stepped = <Value extends string | number>(
  first: Value,
  [state, value, ...more]: readonly [number, Value, ...(number | Value)[]],
): ExpressionSpecification => ['step', ['get', 'state'], first, state, value, ...more]

/** By the state of a station. */
const byState = ([none, awaited, reported, late, flagged]: Points): ExpressionSpecification =>
  stepped(none, [1, awaited, 2, reported, 3, late, 4, flagged])

/** Radius also grows with the state, for users who cannot tell the colours apart. */
const radius = (factor: number): ExpressionSpecification =>
  stepped(factor, [2, factor * 1.15, 3, factor * 1.4, 4, factor * 1.7])

const isSelected: ExpressionSpecification = ['boolean', ['feature-state', 'isSelected'], false]

/** Areas in the colours of their steps, until then in that of nothing. */
const filled = (source: 'areas' | 'municipalities', nothing: string): LayerSpecification => ({
  id: source,
  type: 'fill',
  source,
  paint: {
    'fill-color': [
      'to-color',
      ['feature-state', 'colour'],
      ['literal', nothing],
    ] as ExpressionSpecification,
    'fill-opacity': 0.85,
  },
})

const bordered = (
  source: 'areas' | 'municipalities',
  { line, ink }: Palette,
  [width, ofSelected]: readonly [number, number],
): LayerSpecification => ({
  id: `borders of ${source}`,
  type: 'line',
  source,
  layout: { 'line-join': 'round' },
  paint: {
    'line-color': ['case', isSelected, ink, line],
    'line-width': ['case', isSelected, ofSelected, width],
  },
})

/**
 * Counties, above them the municipalities of one, all their borders, and the stations above them: what is flagged
 * on top.
 */
export function layersOf(palette: Palette): LayerSpecification[] {
  const { ramps, line, ink, points, pointEdges } = palette
  const nothing = ramps.calm[0] ?? line
  return [
    filled('areas', nothing),
    filled('municipalities', nothing),
    bordered('municipalities', palette, [0.5, 2]),
    bordered('areas', palette, [0.8, 3]),
    {
      id: 'stations',
      type: 'circle',
      source: 'stations',
      layout: { 'circle-sort-key': ['get', 'state'] },
      paint: {
        'circle-color': byState(points),
        'circle-stroke-color': ['case', isSelected, ink, byState(pointEdges)],
        'circle-radius': [
          'interpolate',
          ['linear'],
          ['zoom'],
          5,
          radius(1),
          9,
          radius(2.5),
          14,
          radius(6),
        ],
        'circle-stroke-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          7,
          ['case', isSelected, 3, 0],
          10,
          ['case', isSelected, 4, 0.75],
          14,
          ['case', isSelected, 5, 1.5],
        ],
      },
    },
  ]
}
