import { accounts } from '#features/accounts/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { places, placesChanged } from './contract.ts'

const acts = copy({
  'places.areas-imported': { ro: 'Locuri importate', en: 'Areas imported' },
  'places.counties-imported': { ro: 'Județe importate', en: 'Counties imported' },
  'places.counties-ordered': { ro: 'Județe reordonate', en: 'Counties put in order' },
  'places.county-added': { ro: 'Județ adăugat', en: 'County added' },
  'places.county-deleted': { ro: 'Județ șters', en: 'County deleted' },
  'places.county-edited': { ro: 'Județ modificat', en: 'County edited' },
  'places.county-restored': { ro: 'Județ readus', en: 'County brought back' },
  'places.exported': { ro: 'Locuri exportate', en: 'Places exported' },
  'places.import-undoing': {
    ro: 'Anularea unui import de locuri începută',
    en: 'Undoing an import of places begun',
  },
  'places.import-undone': { ro: 'Import de locuri anulat', en: 'Import of places undone' },
  'places.station-added': { ro: 'Secție adăugată', en: 'Polling station added' },
  'places.station-closed': { ro: 'Secție închisă', en: 'Polling station closed' },
  'places.station-edited': { ro: 'Secție corectată', en: 'Polling station corrected' },
  'places.station-merged': { ro: 'Secție unită cu alta', en: 'Polling station merged' },
  'places.station-parted': {
    ro: 'Secție despărțită de alta',
    en: 'Polling station parted from another',
  },
  'places.station-reopened': { ro: 'Secție redeschisă', en: 'Polling station reopened' },
  'places.stations-deleted': {
    ro: 'Secții scoase din județ',
    en: 'Stations removed from a county',
  },
  'places.stations-restored': { ro: 'Secții readuse', en: 'Stations brought back' },
  'places.stations-imported': { ro: 'Secții importate', en: 'Polling stations imported' },
} satisfies Words)

const subjects = copy({
  areas: { ro: 'Locuri', en: 'Places' },
  polling_stations: { ro: 'Secții de votare', en: 'Polling stations' },
} satisfies Words)

const fields = copy({
  address: { ro: 'Adresă', en: 'Address' },
  changing: { ro: 'Actul', en: 'Act' },
  countyId: { ro: 'Județul nr.', en: 'County no.' },
  electionId: { ro: 'Alegerile nr.', en: 'Election no.' },
  latitude: { ro: 'Latitudine', en: 'Latitude' },
  level: { ro: 'Nivel', en: 'Level' },
  longitude: { ro: 'Longitudine', en: 'Longitude' },
  parentId: { ro: 'În locul nr.', en: 'In area no.' },
  registeredVoters: { ro: 'Alegători înscriși', en: 'Registered voters' },
  stationChanges: { ro: 'Modificări ale secțiilor', en: 'Changes of stations' },
  areaId: { ro: 'Zona', en: 'Area' },
  closedAt: { ro: 'Închisă', en: 'Closed' },
  label: { ro: 'Etichetă', en: 'Label' },
  coordinates: { ro: 'Coordonate', en: 'Coordinates' },
  mergedInto: { ro: 'Unită cu', en: 'Merged into' },
  number: { ro: 'Număr', en: 'Number' },
  voters: { ro: 'Alegători înscriși', en: 'Registered voters' },
} satisfies Words)

export const feature: Feature = {
  name: 'places',
  endpoints: { places },
  changes: [
    {
      event: placesChanged,
      touches: [
        ...[places.counties, places.listDeletedCounties, places.listDeletedStations],
        ...[places.countyLimits, places.county, places.path],
        ...[places.stations, places.provinces],
        ...[places.countiesOfProvince, places.municipalitiesOfCounty],
        ...[places.listImports, places.station, places.stationDoubt],
      ],
      restMs: 1000,
    },
    { event: placesChanged, touches: [elections.current, accounts.list] },
  ],
  acts,
  subjects,
  fields,
}
