import * as z from 'zod'
import { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { Download, downloaded } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { live } from '#kit/contract/live.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** A county, or a municipality of one, with the figures that the map can be coloured by. */
export const MapArea = z.object({
  id: id('areas'),
  code: z.string().meta({ examples: ['CJ'] }),
  name: z.string().meta({ examples: ['Cluj'] }),
  stations: z
    .int()
    .meta({ examples: [660] })
    .describe('Stations that are not closed; of the target of coverage, where there is one.'),
  covered: z
    .int()
    .meta({ examples: [610] })
    .describe('Those of them with an observer assigned.'),
  visited: z
    .int()
    .meta({ examples: [310] })
    .describe('Those of them that were visited.'),
  met: z
    .int()
    .meta({ examples: [300] })
    .describe('Those of them with an observer assigned that were visited.'),
  late: z
    .int()
    .meta({ examples: [9] })
    .describe('What is owed by milestones and late, over all assignments.'),
  reports: z
    .int()
    .meta({ examples: [402] })
    .describe('Reports with an answer or a note.'),
  flagged: z
    .int()
    .meta({ examples: [12] })
    .describe('Flagged answers.'),
})
export type MapArea = z.output<typeof MapArea>

const each = <T extends z.ZodType>(item: T) => z.array(item)

/** How a county’s stations are doing, side by side: the nth of each list belongs to the nth station with coordinates. */
export const MapStations = z.object({
  ids: each(z.int()),
  longitudes: each(z.number()).meta({ examples: [[23.591]] }),
  latitudes: each(z.number()).meta({ examples: [[46.77]] }),
  states: z
    .string()
    .meta({ examples: ['01234'] })
    .describe(
      'A digit for each station: 0 neither assigned nor visited; 1 assigned, not visited; 2 visited; 3 something owed there is late; 4 a flagged answer.',
    ),
  notLocated: z
    .object({ ids: each(z.int()), states: z.string().meta({ examples: ['01'] }) })
    .describe('The same of stations without coordinates.'),
})
export type MapStations = z.output<typeof MapStations>

/** Rings of a polygon, the outer one first, each a closed line of longitudes and latitudes. */
const Polygon = z.array(z.array(z.tuple([z.number(), z.number()])))
export type Polygon = z.output<typeof Polygon>

/** Which shapes an election's areas have, and what has no counterpart. */
export const MapShapes = z.object({
  origin: z
    .enum(['uploaded', 'shipped', 'none'])
    .describe('Uploaded for this election; or those of Romania, which come with the product.'),
  file: z
    .object({
      id: z.int(),
      name: z.string().meta({ examples: ['judete.geojson'] }),
      uploadedAt: instant,
    })
    .nullable()
    .describe('What was uploaded.'),
  areas: z.array(
    z.object({
      id: id('areas'),
      polygons: z.array(Polygon).meta({
        examples: [
          [
            [
              [
                [23.5, 46.1],
                [23.9, 46.1],
                [23.7, 46.4],
                [23.5, 46.1],
              ],
            ],
          ],
        ],
      }),
    }),
  ),
  areasWithout: z.array(z.string()).meta({ examples: [['Diaspora']] }),
  shapesWithout: z
    .array(z.string())
    .meta({ examples: [['Ilfov']] })
    .describe('Shapes that are no area of the election; the first hundred.'),
})
export type MapShapes = z.output<typeof MapShapes>

/** A shape of a file that is left out, and why. */
const BadShape = z.object({
  place: z.int().describe('The how manieth of the file it is.'),
  name: z.string().meta({ examples: ['Ilfov'] }),
  why: z.enum(['not-geojson', 'no-polygon', 'coordinates', 'misplaced']),
})

/** The result of an upload of municipality shapes. */
export const MunicipalityShapes = z.object({
  file: MapShapes.shape.file,
  matched: z.int().describe('How many areas have a shape.'),
  areasWithout: z
    .array(z.string())
    .meta({ examples: [['Florești (Cluj)']] })
    .describe('Each with its county; the first hundred.'),
  shapesWithout: MapShapes.shape.shapesWithout,
})
export type MunicipalityShapes = z.output<typeof MunicipalityShapes>

/** The county whose municipalities are read; without it, the counties. */
const within = z.object({ countyId: id('areas').optional() })
/** The reports that are counted. Without one of them, a station is not visited. */
const counted = within.extend(VerifiedOnly.shape)

/** The background below areas and stations. */
export const MapBackground = z.object({
  kind: z.enum(['none', 'tiles', 'style']),
  styleUrl: z.string().meta({ examples: ['https://tiles.example/style.json'] }),
})
export type MapBackground = z.output<typeof MapBackground>

/** Shapes were uploaded, taken away or brought back. */
export const shapesChanged = live({ name: 'map.shapes-changed', payload: z.object({}) })

const shapeFile = {
  params: z.object({ id: id('shapeFiles') }),
  problems: ['thing.not-found'],
} as const

export const map = {
  areas: endpoint({
    method: 'GET',
    path: '/api/v1/map/areas',
    access: 'read',
    importance: 'statistics',
    hasFigures: true,
    summary:
      'Lists the counties, or the municipalities of one, with the figures that the map shows',
    description: 'As of the last commit. Test observers and inactive organisations are left out.',
    query: counted,
    reply: figures(z.object({ areas: z.array(MapArea) })),
  }),
  stations: endpoint({
    method: 'GET',
    path: '/api/v1/map/stations',
    access: 'read',
    importance: 'statistics',
    hasFigures: true,
    summary: 'Answers with where the polling stations of a county are, and how each is doing',
    description: 'As of the last commit. Test observers and inactive organisations are left out.',
    query: z.object({ countyId: id('areas'), ...VerifiedOnly.shape }),
    reply: figures(MapStations),
  }),
  exportAreas: endpoint({
    method: 'GET',
    path: '/api/v1/map/areas/export',
    access: 'export',
    summary:
      'Answers with the figures of the map by county, or of the municipalities of one, as a workbook or as CSV',
    query: Download.extend(counted.shape),
    reply: downloaded,
  }),
  shapes: endpoint({
    method: 'GET',
    path: '/api/v1/map/shapes',
    access: 'read',
    summary: 'Answers with the shapes of the counties, or of the municipalities of one',
    description:
      'A shape is an area’s by one of its properties, which has to be the code or the name of the area; capitals and accents do not matter. Municipalities are told apart by a property with the code or name of the county, where shapes have one.',
    query: within,
    reply: MapShapes,
  }),
  municipalityShapes: endpoint({
    method: 'GET',
    path: '/api/v1/map/shapes/municipalities',
    access: 'set-up',
    summary: 'Says which shapes were uploaded of municipalities, and what has none',
    reply: MunicipalityShapes,
  }),
  uploadShapes: endpoint({
    method: 'POST',
    path: '/api/v1/map/shapes',
    access: 'set-up',
    summary:
      'Stores the shapes of the election’s areas from a GeoJSON file, in place of any before',
    description:
      'Of the counties, or of their municipalities: whichever the file names more of. Each are a file of their own. Polygons and multipolygons, 5,000 at most, with at most 300,000 vertices; in WGS 84, or in a reference system that the file names or that shows by where the areas are, as do swapped axes. The reply says what has no counterpart, what was left out, and what was converted.',
    body: z.object({
      anyway: flag
        .default(false)
        .describe(
          'Also when none matches, they are not where the areas are, or areas lose their outline.',
        ),
    }),
    files: {
      most: 1,
      maxBytes: 20_000_000,
      kept: false,
      name: 'file',
      mediaType: 'application/geo+json',
    },
    reply: MapShapes.omit({ areas: true }).extend({
      matched: z.int(),
      ofMunicipalities: z.boolean().describe('Whether they are of municipalities.'),
      bad: z.object({ count: z.int(), first: z.array(BadShape) }),
      converted: z
        .object({
          system: z
            .string()
            .nullable()
            .meta({ examples: ['EPSG:3844'] }),
          isSwapped: z.boolean().describe('Latitude came before longitude.'),
        })
        .nullable()
        .describe('What the coordinates were converted from; null: they were kept.'),
    }),
    problems: ['map.not-shapes', 'map.shapes-doubted', 'request.too-large', 'request.wrong-kind'],
  }),
  removeShapes: endpoint({
    method: 'POST',
    path: '/api/v1/map/shapes/:id/remove',
    access: 'set-up',
    summary: 'Takes the uploaded shapes away; they can be brought back',
    ...shapeFile,
    reply: z.object({}),
  }),
  restoreShapes: endpoint({
    method: 'POST',
    path: '/api/v1/map/shapes/:id/restore',
    access: 'set-up',
    summary: 'Brings shapes back that were replaced or taken away last',
    ...shapeFile,
    reply: z.object({}),
  }),
  background: endpoint({
    method: 'GET',
    path: '/api/v1/map/background',
    access: 'read',
    summary: 'Says what the map shows below areas and stations',
    description: 'Empty unless the operator of the server has provided tiles or a style.',
    reply: MapBackground,
  }),
  tiles: endpoint({
    method: 'GET',
    path: '/api/v1/map/tiles',
    access: 'read',
    summary: 'Answers with a range of bytes of the PMTiles file that was put into the data folder',
    query: z.object({
      offset: whole(0, 1_000_000_000_000),
      length: whole(1, 20_000_000),
    }),
    reply: { streams: 'file', mediaType: 'application/octet-stream' },
    problems: ['thing.not-found'],
  }),
}
