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

const rowsOf = (count: number, rowAt: (place: number) => Row): Row[] =>
  Array.from({ length: count }, (_, place) => rowAt(place))

export const ngoRows = () =>
  rowsOf(organisations, (place) => {
    const id = place + 1
    return { id, name: `Organizația ${id}`, shortName: `O${id}`, isOrganiser: id === 1 }
  })

export const staffRows = (passwordHash: string) =>
  rowsOf(staff, (place) => {
    const account = `staff${place + 1}`
    return { ngoId: 1, account, accountKey: account, passwordHash, role: 'organiser' }
  })

export const areaRows = (shape: Shape) => [
  ...rowsOf(counties, (county) => {
    const id = county + 1
    const facts = { level: 1, countyId: id, code: `J${id}`, name: `Județul ${id}`, position: id }
    return { electionId, id, parentId: null, ...facts }
  }),
  ...rowsOf(municipalitiesOf(shape), (municipality) => {
    const countyId = countyOf(municipality) + 1
    const position = municipality + 1
    const facts = { code: `M${position}`, name: `Localitatea ${position}`, position }
    return { electionId, id: position + counties, parentId: countyId, level: 2, countyId, ...facts }
  }),
]

/** The key of a station's county. */
export const countyIdOf = (station: number) => countyOf(municipalityOf(station)) + 1

/** The keys of a station's places. */
export const placesOf = (station: number) => ({
  areaId: municipalityOf(station) + 1 + counties,
  countyId: countyIdOf(station),
})

export const votersOf = (station: number) => 500 + Math.floor(chance(station, 1) * 1500)

export const stationRows = ({ stations }: Shape) =>
  rowsOf(stations, (station) => ({
    electionId,
    id: station + 1,
    ...placesOf(station),
    number: addressOf(station).pollingStationNumber,
    address: `Strada Școlii ${(station % 97) + 1}`,
    registeredVoters: votersOf(station),
    // Somewhere in a rectangle of the size of Romania.
    longitude: 20.3 + 9.4 * chance(station, 5),
    latitude: 43.7 + 4.5 * chance(station, 6),
  }))

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

export function observerRows({ observers }: Shape, createdAt: Date): Row[] {
  const secrets = openSecrets(secret)
  return rowsOf(observers, (observer) => {
    const phone = phoneOf(observer)
    return {
      electionId,
      id: observer + 1,
      ngoId: organisationOf(observer) + 1,
      name: nameOf(observer),
      ...{ phone, phoneDigits: phone, phoneE164: readNumber(phone, home), phoneReadIn: home },
      pinHash: secrets.hashPin(pinOf(observer)),
      createdAt,
    }
  })
}

export const deviceRows = ({ observers }: Shape, registeredAt: Date) =>
  rowsOf(observers, (observer) => {
    const observerId = observer + 1
    return { electionId, observerId, channel: 'firebase', token: `fcm-${observerId}`, registeredAt }
  })
