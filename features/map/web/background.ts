import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl'
import { PMTiles, Protocol, type Source } from 'pmtiles'
import { send } from '#kit/web/read/api.ts'
import { type MapBackground, map } from '../contract.ts'
import type { Palette } from './colours.ts'

/** The file of tiles, through the same calls as everything else: the token goes with them. */
const ours: Source = {
  getKey: () => 'tiles',
  getBytes: async (offset, length, signal) => {
    const response = await send(map.tiles, { query: { offset, length } }, signal)
    if (!response.ok) throw new Error('The tiles could not be read')
    return { data: await response.arrayBuffer() }
  },
}

/** What is below areas and stations: a style, and layers of ours in the colours of a palette. */
export type Ground = {
  readonly style: StyleSpecification | string
  readonly layersIn: (palette: Palette) => readonly LayerSpecification[]
}

const bare: Ground = {
  style: { version: 8, sources: {}, layers: [] },
  layersIn: ({ ground }) => [
    { id: 'ground', type: 'background', paint: { 'background-color': ground } },
  ],
}

/** The organiser’s style, their tiles, or a plain background. */
export async function groundOf({ kind, styleUrl }: MapBackground): Promise<Ground> {
  if (kind === 'style') return { style: styleUrl, layersIn: () => [] }
  return kind === 'tiles' ? withTiles().catch(() => bare) : bare
}

async function withTiles(): Promise<Ground> {
  const protocol = new Protocol()
  const tiles = new PMTiles(ours)
  protocol.add(tiles)
  addProtocol('pmtiles', protocol.tile)
  const { tileType, minZoom, maxZoom } = await tiles.getHeader()
  const isVector = tileType === 1
  const source = {
    type: isVector ? ('vector' as const) : ('raster' as const),
    url: 'pmtiles://tiles',
    minzoom: minZoom,
    maxzoom: maxZoom,
    ...(!isVector && { tileSize: 256 }),
  }
  return {
    style: { version: 8, sources: { tiles: source }, layers: [] },
    layersIn: (palette) => [
      ...bare.layersIn(palette),
      ...(isVector ? vectorLayers(palette) : [raster]),
    ],
  }
}

const raster = { id: 'tiles', type: 'raster', source: 'tiles' } as const

/** Land, water, roads and borders, by the names that most tiles of OpenStreetMap’s data have. */
function vectorLayers({ line, ground }: Palette): readonly LayerSpecification[] {
  const roads = ['roads', 'transportation']
  return [
    ...['water'].map((name) => ({
      id: name,
      type: 'fill' as const,
      source: 'tiles',
      'source-layer': name,
      filter: ['==', ['geometry-type'], 'Polygon'] as never,
      paint: { 'fill-color': line, 'fill-opacity': 0.3 },
    })),
    ...[...roads, 'boundaries', 'boundary'].map((name) => ({
      id: name,
      type: 'line' as const,
      source: 'tiles',
      'source-layer': name,
      paint: {
        'line-color': roads.includes(name) ? line : ground,
        'line-width': 0.6,
        'line-opacity': 0.7,
      },
    })),
  ]
}
