import proj4 from 'proj4'

/** What turns a position of a reference system into longitude and latitude in degrees. */
export type ToDegrees = (position: readonly [number, number]) => readonly [number, number]

/** National systems whose files are likely here, by EPSG code. */
const national: Readonly<Record<string, string>> = {
  // Romania, Stereo 70; the older code shifts its datum otherwise, by some tens of metres.
  '3844':
    '+proj=sterea +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +ellps=krass +towgs84=2.329,-147.042,-92.08,0.309,-0.325,-0.497,5.69 +units=m +no_defs',
  '31700':
    '+proj=sterea +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +ellps=krass +towgs84=28,-121,-77,0,0,0,0 +units=m +no_defs',
  // Moldova.
  '4026':
    '+proj=tmerc +lat_0=0 +lon_0=28.4 +k=0.99994 +x_0=200000 +y_0=-5000000 +ellps=GRS80 +units=m +no_defs',
  // Europe as a whole.
  '3035': '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m +no_defs',
}

/** Web Mercator by its other names. */
const mercator = new Set(['3857', '3785', '900913', '102100', '102113'])

/** Degrees as ours, within a metre or two: WGS 84, ETRS89, NAD83 and the like. */
const geographic = new Set(['4326', '4979', '4258', '4269', '4019', 'CRS84', 'CRS83', 'CRS27'])

/**
 * The conversion from a reference system, by its name in a file: `EPSG:3844`, `urn:ogc:def:crs:EPSG::3857`, a page's
 * address. Undefined: we do not know it.
 */
export function fromSystem(name: string): ToDegrees | undefined {
  const code = codeIn(name)
  if (geographic.has(code)) return (position) => position
  const definition = definitionOf(code)
  if (!definition) return undefined
  const { forward } = proj4(definition, 'WGS84')
  return ([x, y]) => {
    const [longitude = Number.NaN, latitude = Number.NaN] = forward([x, y])
    return [longitude, latitude]
  }
}

/** The last word of it, without leading zeros. */
const codeIn = (name: string): string =>
  /(?:^|[:/#])(\w+?)\/?$/.exec(name.trim())?.[1]?.toUpperCase() ?? ''

function definitionOf(code: string): string | undefined {
  if (mercator.has(code)) return 'EPSG:3857'
  const [, zone, isSouth] = utm(code) ?? []
  if (zone) return `+proj=utm +zone=${zone} ${isSouth} +datum=WGS84 +units=m +no_defs`
  return national[code]
}

/** UTM on WGS 84, north and south, and on ETRS89. */
function utm(code: string): readonly [code: string, zone: number, isSouth: string] | undefined {
  const zone = Number(/^(?:32[67]|258)(\d\d)$/.exec(code)?.[1])
  return zone >= 1 && zone <= 60 ? [code, zone, code.startsWith('327') ? '+south' : ''] : undefined
}
