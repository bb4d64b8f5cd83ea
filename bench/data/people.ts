import { readNumber } from '#kit/server/phone-number.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import type { Row } from './copy.ts'
import {
  addressOf,
  chance,
  counties,
  countyOf,
  electionId,
  municipalitiesOf,
  municipalityOf,
  organisationOf,
  organisations,
  phoneOf,
  pinOf,
  type Shape,
} from './shape.ts'

/** Of the servers that are measured: the pins in the data fit no other. */
export const secret = 'the secret of an evening that is measured'
export const password = 'parola unei seri măsurate'
/** How many people of the staff there are: `staff1`, `staff2`, … */
export const staff = 8

export const ngoColumns = ['id', 'name', 'short_name', 'is_organiser']
export function* ngoRows(): Iterable<Row> {
  for (let id = 1; id <= organisations; id++) yield [id, `Organizația ${id}`, `O${id}`, id === 1]
}

export const staffColumns = ['ngo_id', 'account', 'account_key', 'password_hash', 'role']
export function* staffRows(passwordHash: string): Iterable<Row> {
  for (let one = 1; one <= staff; one++)
    yield [1, `staff${one}`, `staff${one}`, passwordHash, 'organiser']
}

export const areaColumns = [
  'election_id',
  'id',
  'parent_id',
  'level',
  'county_id',
  'code',
  'name',
  'position',
]
export function* areaRows(shape: Shape): Iterable<Row> {
  for (let id = 1; id <= counties; id++)
    yield [electionId, id, null, 1, id, `J${id}`, `Județul ${id}`, id]
  for (let municipality = 0; municipality < municipalitiesOf(shape); municipality++) {
    const county = countyOf(municipality) + 1
    const name = `Localitatea ${municipality + 1}`
    const id = municipality + 1 + counties
    yield [electionId, id, county, 2, county, `M${municipality + 1}`, name, municipality + 1]
  }
}

/** The key of a station's county. */
export const countyIdOf = (station: number) => countyOf(municipalityOf(station)) + 1

export const stationColumns = [
  'election_id',
  'id',
  'area_id',
  'county_id',
  'number',
  'address',
  'registered_voters',
  'longitude',
  'latitude',
]
export function* stationRows({ stations }: Shape): Iterable<Row> {
  for (let station = 0; station < stations; station++) {
    const area = municipalityOf(station) + 1 + counties
    const { pollingStationNumber } = addressOf(station)
    const voters = 500 + Math.floor(chance(station, 1) * 1500)
    const address = `Strada Școlii ${(station % 97) + 1}`
    yield [
      electionId,
      station + 1,
      area,
      countyIdOf(station),
      pollingStationNumber,
      address,
      voters,
      ...placeOf(station),
    ]
  }
}

/** Somewhere in a rectangle of the size of Romania: longitude and latitude. */
const placeOf = (station: number) => [
  20.3 + 9.4 * chance(station, 5),
  43.7 + 4.5 * chance(station, 6),
]

const first = 'Ana Bogdan Călin Dana Emil Florin Gabriela Horia Ioana Șerban Maria Nicu'.split(' ')
/** As spread as surnames are: about one person in a hundred has the commonest ones. */
const last = `
  Pop Ionescu Stan Țurcanu Dumitru Matei Lungu Bălan Rusu Enache Moraru Popa Popescu Radu Dumitrescu
  Stoica Stanciu Munteanu Gheorghe Ciobanu Constantin Florea Marin Tudor Diaconu Georgescu Preda
  Dobre Nistor Mocanu Ungureanu Barbu Sandu Oprea Avram Cojocaru Mihai Vasile Ivan Ene Lazăr Toma
  Neagu Voicu Coman Grigore Badea Manea Tănase Nicolae Petrescu Sava Dragomir Crăciun Anghel Iordache
  Simion Suciu Olteanu Cristea Roman Vlad Ilie Marinescu Albu Nedelcu Dinu Pavel Micu Sârbu Chiriac
  Filip Bucur Crișan David Zamfir Ardelean Rotaru Costea Iancu Pârvu Muntean Negru Bota Moldovan
  Gal Kovács Nagy Szabó Tóth Varga Balog Kiss Molnár Fekete Schmidt Weber Hoffmann Keller
`
  .trim()
  .split(/\s+/)

export function nameOf(observer: number): string {
  const pick = (names: readonly string[], of: number) =>
    names[Math.floor(chance(observer, of) * names.length)] ?? ''
  return `${pick(first, 2)} ${pick(last, 3)} ${observer + 1}`
}

/** Where the phones of the evening are at home. */
const home = 'RO'

export const observerColumns = [
  'election_id',
  'id',
  'ngo_id',
  'name',
  'phone',
  'phone_digits',
  'phone_e164',
  'phone_read_in',
  'pin_hash',
  'created_at',
]
export function* observerRows({ observers }: Shape, at: Date): Iterable<Row> {
  const secrets = openSecrets(secret)
  for (let observer = 0; observer < observers; observer++) {
    const phone = phoneOf(observer)
    const number = readNumber(phone, home)
    const hash = secrets.hashPin(pinOf(observer))
    const ngo = organisationOf(observer) + 1
    yield [electionId, observer + 1, ngo, nameOf(observer), phone, phone, number, home, hash, at]
  }
}

export const deviceColumns = ['election_id', 'observer_id', 'channel', 'token', 'registered_at']
export function* deviceRows({ observers }: Shape, at: Date): Iterable<Row> {
  for (let observer = 0; observer < observers; observer++)
    yield [electionId, observer + 1, 'firebase', `fcm-${observer + 1}`, at]
}
