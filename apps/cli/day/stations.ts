import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readShipped } from '#features/map/server/shape-queries.ts'
import type { Places } from '#features/places/domain.ts'
import type { StationDraft } from '#features/places/row-domain.ts'
import type { Outline, Spot } from '#features/places/whereabouts-domain.ts'
import { groupBy } from '#kit/contract/group.ts'
import { readCsv } from '#kit/server/sheets/csv.ts'
import { pick, type RandomSource, seededRandom } from '../rehearsal.ts'
import { placeIn, placeNear } from './outline.ts'

/** A town of a county, and the percentage of its stations. */
type Town = Spot & { readonly name: string; readonly share: number }

/** Data for the places of the demonstration. */
type Gazetteer = {
  readonly towns: ReadonlyMap<string, readonly Town[]>
  readonly villages: readonly string[]
  /** By the code of the county. */
  readonly outlines: ReadonlyMap<string, Outline>
}

/**
 * The stations of the demonstration's counties, each with a building (mostly a school), an address and
 * coordinates: in real towns and invented villages.
 */
export async function describeStations(
  folder: string,
  { counts = [] }: Places,
): Promise<StationDraft[]> {
  const gazetteer = await readGazetteer(folder)
  return counts.flatMap(({ value: { code, stations } }, index) =>
    stationsOfCounty(gazetteer, { code, stations, chance: seededRandom(1000 + index) }),
  )
}

async function readGazetteer(folder: string): Promise<Gazetteer> {
  const cellsOf = async (file: string) =>
    (await readCsv(file, await readFile(join(folder, file)))).rows.map(({ cells }) => cells)
  const towns = (await cellsOf('localities.csv')).map(
    ([county = '', name = '', latitude, longitude, share]) => ({
      ...{ county, name, share: Number(share) },
      ...{ latitude: Number(latitude), longitude: Number(longitude) },
    }),
  )
  const shapes = await readShipped()
  return {
    towns: groupBy(towns, ({ county }) => county),
    villages: (await cellsOf('villages.csv')).map(([name = '']) => name),
    outlines: new Map(
      shapes.map(({ properties, polygons }) => [properties['code'] ?? '', polygons]),
    ),
  }
}

type CountyOfStations = {
  readonly code: string
  readonly stations: number
  readonly chance: RandomSource
}

/** Numbered from one: the county's seat first, then its other towns, then the villages. */
function stationsOfCounty(
  { towns, villages, outlines }: Gazetteer,
  { code, stations, chance }: CountyOfStations,
): StationDraft[] {
  const outline = outlines.get(code)
  const drafts: StationDraft[] = []
  const add = (house: (nth: number) => House, count: number) => {
    for (let nth = 1; nth <= count && drafts.length < stations; nth++)
      drafts.push({ areaCode: code, number: drafts.length + 1, ...house(nth) })
  }
  const own = towns.get(code) ?? []
  for (const town of own) {
    const count = Math.max(1, Math.round((stations * town.share) / 100))
    add((nth) => inTown(town, { count, nth, outline, chance }), count)
  }
  const names = [...villages].sort(() => chance() - 0.5)
  while (outline && drafts.length < stations) {
    const village = { name: names.pop() ?? `Satul ${drafts.length}`, ...placeIn(outline, chance) }
    add((nth) => inVillage(village, { nth, outline, chance }), 2 + Math.floor(chance() * 4))
  }
  const last = own.at(-1)
  if (last) add((nth) => inTown(last, { count: 20, nth, outline, chance }), stations)
  return drafts
}

/** Where people vote. */
type House = Pick<StationDraft, 'name' | 'address' | 'latitude' | 'longitude' | 'voters'>

type Within = {
  readonly nth: number
  readonly outline: Outline | undefined
  readonly chance: RandomSource
}

function inTown(
  town: Town,
  { count, nth, outline, chance }: Within & { readonly count: number },
): House {
  // A town of a hundred stations reaches about six kilometres from its middle.
  const place = placeNear(town, 0.006 * Math.sqrt(count), outline, chance)
  const street = pick(streets, chance) ?? ''
  // Two stations to a building, as in most towns.
  const building =
    pick(outline ? buildings : buildingsAbroad, chance)?.replace('#', String(Math.ceil(nth / 2))) ??
    ''
  const voters = 700 + Math.floor(chance() * 1300)
  // Outside the country there is no outline, and its map shows no stations there.
  if (!outline) return { name: `${building}, ${town.name}`, address: town.name, voters }
  const address = `${town.name}, ${street} nr. ${1 + Math.floor(chance() * 120)}`
  return { name: `${building}, ${town.name}`, address, voters, ...rounded(place) }
}

function inVillage(
  village: Spot & { readonly name: string },
  { nth, outline, chance }: Within,
): House {
  const building = villageBuildings[(nth - 1) % villageBuildings.length] ?? ''
  return {
    name: `${building} ${village.name}`,
    address: `${village.name}, str. Principală nr. ${1 + Math.floor(chance() * 300)}`,
    voters: 250 + Math.floor(chance() * 1100),
    ...rounded(placeNear(village, 0.03, outline, chance)),
  }
}

/** About ten metres. */
const rounded = ({ latitude, longitude }: Spot): Spot => ({
  latitude: Math.round(latitude * 1e4) / 1e4,
  longitude: Math.round(longitude * 1e4) / 1e4,
})

const buildings = [
  'Școala Gimnazială nr. #',
  'Școala Gimnazială nr. #',
  'Grădinița cu program prelungit nr. #',
  'Liceul Teoretic „Mihai Eminescu”',
  'Colegiul Național „Ion Creangă”',
  'Liceul Tehnologic nr. #',
  'Casa de Cultură',
  'Sala de Sport',
  'Clubul Copiilor',
]

const buildingsAbroad = [
  'Secția consulară',
  'Centrul cultural',
  'Casa parohială',
  'Sala de festivități',
]

const villageBuildings = [
  'Școala Gimnazială',
  'Căminul Cultural',
  'Grădinița',
  'Sediul Primăriei',
  'Dispensarul',
]

const streets = [
  'str. Mihai Viteazul',
  'str. Unirii',
  'str. Independenței',
  'bd. Republicii',
  'str. Nicolae Bălcescu',
  'str. Avram Iancu',
  'str. Ștefan cel Mare',
  'str. Alexandru Ioan Cuza',
  'str. Horea',
  'str. Florilor',
  'str. Gării',
  'str. Școlii',
  'str. Morii',
  'bd. 1 Decembrie 1918',
  'str. Vasile Alecsandri',
  'str. George Coșbuc',
  'aleea Teilor',
  'str. Dorobanților',
]
