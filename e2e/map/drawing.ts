import type { Locator, Page } from '@playwright/test'
import { map } from '#features/map/contract.ts'
import { places } from '#features/places/contract.ts'
import { asAna } from '../acts.ts'
import { fileOf } from '../phone.ts'

/** The county, and a station in the middle of its outline. */
const [west, south, east, north] = [23, 46, 24, 47]
const middle = { longitude: 23.5, latitude: 46.5023 }

export async function placeInTheMiddle(url: string): Promise<void> {
  const [{ id = 0 as never } = {}] = (
    await asAna(url, places.search, { query: { text: 'CJ Turda 1' } })
  ).stations
  await asAna(url, places.editStation, { params: { id }, body: { coordinates: middle } })
  await outlineArea(url, { code: 'CJ' })
}

type Box = readonly [west: number, south: number, east: number, north: number]

/** Draws an area as large as the county, or of these pieces. */
export async function outlineArea(
  url: string,
  properties: object,
  pieces: readonly Box[] = [[west, south, east, north]],
): Promise<void> {
  const area = {
    type: 'Feature',
    properties,
    geometry: { type: 'MultiPolygon', coordinates: pieces.map((piece) => [ringOf(piece)]) },
  }
  const collection = { type: 'FeatureCollection', features: [area] }
  const file = fileOf('outlines.geojson', JSON.stringify(collection))
  await asAna(url, map.uploadShapes, { body: { anyway: true } }, file)
}

const ringOf = ([west, south, east, north]: Box) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

type Point = { readonly x: number; readonly y: number }

/**
 * What is drawn in its middle, or so many pixels from its corner, as `#rrggbb`; read from a picture of the page, because a
 * canvas of WebGL is empty when read.
 */
export async function colourIn(page: Page, canvas: Locator, place?: Point): Promise<string> {
  const picture = (await canvas.screenshot()).toString('base64')
  return page.evaluate(
    async ({ base64, from }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const { x, y } = from ?? { x: bitmap.width >> 1, y: bitmap.height >> 1 }
      const [red = 0, green = 0, blue = 0] = context?.getImageData(x, y, 1, 1).data ?? []
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
    },
    { base64: picture, from: place },
  )
}
