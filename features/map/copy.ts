import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  map: { ro: 'Hartă', en: 'Map' },

  // Figures and columns.
  code: { ro: 'Cod', en: 'Code' },
  county: { ro: 'Județ', en: 'County' },
  stations: { ro: 'Secții', en: 'Stations' },
  visitedStations: { ro: 'Secții vizitate', en: 'Visited stations' },
  reports: { ro: 'Rapoarte', en: 'Reports' },
  flagged: { ro: 'Răspunsuri semnalate', en: 'Flagged answers' },
  visitedAbout: {
    ro: 'Partea secțiilor deschise la care a fost cineva; din ținta acoperirii, unde este una',
    en: 'The share of open stations that were visited; of the target of coverage, where there is one',
  },
  reportsAbout: {
    ro: 'Câte rapoarte au un răspuns sau o notă',
    en: 'How many reports have an answer or a note',
  },
  flaggedAbout: { ro: 'Câte răspunsuri sunt semnalate', en: 'How many answers are flagged' },
  coveredStations: { ro: 'Secții acoperite', en: 'Covered stations' },
  coveredAbout: {
    ro: 'Partea secțiilor deschise la care este repartizat cineva; din ținta acoperirii, unde este una',
    en: 'The share of open stations with an observer assigned; of the target of coverage, where there is one',
  },
  met: { ro: 'Vizitate din cele acoperite', en: 'Visited of those covered' },
  metAbout: {
    ro: 'Partea secțiilor acoperite la care a fost cineva',
    en: 'The share of covered stations that were visited',
  },
  coveredShort: { ro: 'Acoperite', en: 'Covered' },
  late: { ro: 'Întârzieri', en: 'Late' },
  lateAbout: {
    ro: 'Câte termene sunt depășite, numărate la fiecare repartizare',
    en: 'How many deadlines are missed, counted for each assignment',
  },
  ofAll: { ro: '{part} din {stations}', en: '{part} of {stations}' },
  visitedShort: { ro: 'Vizitate', en: 'Visited' },
  flaggedShort: { ro: 'Semnalate', en: 'Flagged' },
  ofStations: {
    ro: 'Secții vizitate: {visited} din {stations}',
    en: '{visited} of {stations} stations visited',
  },

  // The page.
  toStatistics: { ro: 'Statistici', en: 'Statistics' },
  colouredBy: { ro: 'Colorează după', en: 'Colour by' },
  showMap: { ro: 'Arată harta', en: 'Show the map' },
  showTable: { ro: 'Arată tabelul', en: 'Show the table' },
  tableLabel: { ro: 'Cifrele pe județe', en: 'Figures by county' },
  export: { ro: 'Exportă', en: 'Export' },
  noCounties: { ro: 'Alegerile nu au încă județe', en: 'The election has no counties yet' },
  toPlaces: { ro: 'Județe și secții', en: 'Counties and stations' },

  // The map.
  mapTitle: {
    ro: 'Harta județelor și a secțiilor; tabelul de pe pagină spune același lucru',
    en: 'Map of counties and stations; the table on this page says the same',
  },
  zoomIn: { ro: 'Mărește', en: 'Zoom in' },
  zoomOut: { ro: 'Micșorează', en: 'Zoom out' },
  sources: { ro: 'Sursele hărții', en: 'Sources of the map' },
  none: { ro: 'niciunul', en: 'none' },
  uncovered: { ro: 'secție fără observator', en: 'station without an observer' },
  awaited: { ro: 'secție acoperită, încă nevizitată', en: 'covered station, not visited yet' },
  lateThere: { ro: 'secție cu întârzieri', en: 'station where something is late' },
  visited: { ro: 'secție vizitată', en: 'visited station' },
  flaggedThere: { ro: 'secție cu răspunsuri semnalate', en: 'station with flagged answers' },
  othersNearer: {
    ro: 'Celelalte secții apar la mărire.',
    en: 'Other stations appear when you zoom in.',
  },
  wholeCounty: { ro: 'Tot județul', en: 'The whole county' },
  wholeMap: { ro: 'Toată harta', en: 'The whole map' },
  openCounty: { ro: 'Secțiile județului', en: 'Stations of the county' },
  cannotDraw: { ro: 'Acest browser nu poate desena harta', en: 'This browser cannot draw the map' },
  cannotDrawWhy: {
    ro: 'Îi lipsește WebGL. Tabelul spune același lucru.',
    en: 'It lacks WebGL. The table says the same.',
  },
  cannotDrawYet: { ro: 'Harta nu poate fi desenată încă', en: 'The map cannot be drawn yet' },
  cannotDrawYetWhy: {
    ro: 'Ce o desenează nu a sosit încă de la server. Apare singură, de îndată ce sosește.',
    en: 'What draws it has not arrived from the server yet. It appears by itself as soon as it does.',
  },
  nothingToDraw: { ro: 'Nu e nimic de desenat', en: 'There is nothing to draw' },
  nothingToDrawWhy: {
    ro: 'Județele nu au contururi, iar secțiile nu au coordonate. Tabelul are toate cifrele.',
    en: 'The counties have no outlines and the stations no coordinates. The table has all figures.',
  },
  noShapes: {
    ro: 'Niciun contur nu se potrivește cu județele acestor alegeri: harta arată doar secțiile.',
    en: 'No outlines match the counties of this election: the map shows the stations alone.',
  },
  noPoints: {
    ro: 'Nicio secție nu are coordonate: harta arată doar județele.',
    en: 'No station has coordinates: the map shows the counties alone.',
  },

  // The stations of a county.
  municipality: { ro: 'Localitatea', en: 'Municipality' },
  anyMunicipality: { ro: 'Oricare', en: 'Any' },
  byMunicipality: { ro: 'Pe localități', en: 'By municipality' },
  byStation: { ro: 'Pe secții', en: 'By station' },
  municipalitiesOf: { ro: 'Localitățile din {county}', en: 'Municipalities of {county}' },
  notDivided: {
    ro: 'Județul nu este împărțit în localități',
    en: 'The county is not divided into municipalities',
  },
  allCounties: { ro: 'Toate județele', en: 'All counties' },
  stationsOf: { ro: 'Secțiile din {county}', en: 'Stations of {county}' },
  stationNumber: { ro: 'Secția', en: 'Station' },
  place: { ro: 'Locul', en: 'Place' },
  state: { ro: 'Starea', en: 'State' },
  anyState: { ro: 'Oricare ({count})', en: 'Any ({count})' },
  stateCounted: { ro: '{state} ({count})', en: '{state} ({count})' },
  isUncovered: { ro: 'fără observator', en: 'no observer' },
  isAwaited: { ro: 'acoperită, nevizitată', en: 'covered, not visited' },
  isVisited: { ro: 'vizitată', en: 'visited' },
  isLate: { ro: 'întârziere', en: 'late' },
  isFlagged: { ro: 'răspuns semnalat', en: 'flagged answer' },
  isClosed: { ro: 'închisă', en: 'closed' },
  noSuchStations: { ro: 'Nicio secție nu e așa acum', en: 'No station is like that now' },
  showAll: { ro: 'Arată-le pe toate', en: 'Show all' },

  // Outlines of counties.
  shapes: { ro: 'Contururi', en: 'Outlines' },
  shapeFile: { ro: 'Fișier GeoJSON', en: 'GeoJSON file' },
  shapeFileAbout: {
    ro: 'Poligoane, cel mai bine în WGS 84 (EPSG:4326), ale județelor sau ale localităților, cu codul sau numele lor printre proprietăți; la localități și județul. Cel mult 20 MB. Înlocuiește fișierul dinainte de același fel.',
    en: 'Polygons, best in WGS 84 (EPSG:4326), of the counties or of the municipalities, with their code or name among the properties; of municipalities the county too. 20 MB at most. It replaces the file of the same kind.',
  },
  upload: { ro: 'Încarcă', en: 'Upload' },
  close: { ro: 'Închide', en: 'Close' },
  noShapesYet: {
    ro: 'Județele acestor alegeri nu au încă contururi.',
    en: 'The counties of this election have no outlines yet.',
  },
  shipped: {
    ro: 'Contururile României vin cu produsul.',
    en: 'The outlines of Romania come with the product.',
  },
  fromFile: { ro: 'Din fișierul {name}.', en: 'From the file {name}.' },
  matched: {
    ro: {
      one: 'Un județ are contur.',
      few: '{count} județe au contur.',
      other: '{count} de județe au contur.',
    },
    en: { one: '1 county has an outline.', other: '{count} counties have an outline.' },
  },
  areasWithout: { ro: 'Județe fără contur:', en: 'Counties without an outline:' },
  shapesWithout: { ro: 'Contururi fără județ:', en: 'Outlines without a county:' },
  noMunicipalityShapesYet: {
    ro: 'Localitățile nu au încă contururi.',
    en: 'Municipalities have no outlines yet.',
  },
  matchedMunicipalities: {
    ro: {
      one: 'O localitate are contur.',
      few: '{count} localități au contur.',
      other: '{count} de localități au contur.',
    },
    en: {
      one: '1 municipality has an outline.',
      other: '{count} municipalities have an outline.',
    },
  },
  municipalitiesWithout: {
    ro: 'Localități fără contur, primele o sută:',
    en: 'Municipalities without an outline, the first hundred:',
  },
  shapesWithoutMunicipality: {
    ro: 'Contururi fără localitate, primele o sută:',
    en: 'Outlines without a municipality, the first hundred:',
  },
  removeFile: { ro: 'Scoate contururile din {name}', en: 'Remove the outlines from {name}' },
  removeShapes: { ro: 'Scoate', en: 'Remove' },
  removedShapes: {
    ro: 'Contururile din {name} au fost scoase',
    en: 'The outlines from {name} were removed',
  },
  shapeAt: { ro: 'Conturul {place} din fișier:', en: 'Outline {place} of the file:' },
  notText: { ro: 'Fișierul nu este text.', en: 'The file is not text.' },
  notGeoJson: { ro: 'Fișierul nu este GeoJSON.', en: 'The file is not GeoJSON.' },
  noPolygon: { ro: 'Nu este un poligon.', en: 'It is not a polygon.' },
  wrongCoordinates: {
    ro: 'Coordonatele nu sunt grade, sau poligonul nu se închide.',
    en: 'The coordinates are not degrees, or the polygon is not closed.',
  },
  unknownSystem: {
    ro: 'Coordonatele nu sunt grade, iar sistemul de referință ({system}) nu ne este cunoscut. În QGIS: Export → Salvează entitățile ca → GeoJSON, cu sistemul EPSG:4326.',
    en: 'The coordinates are not degrees, and we do not know the reference system ({system}). In QGIS: Export → Save Features As → GeoJSON, with the system EPSG:4326.',
  },
  noSystem: { ro: 'nenumit în fișier', en: 'not named in the file' },
  nothingMatches: {
    ro: 'Niciun contur nu are codul sau numele unui județ ori al unei localități din aceste alegeri. Nu s-a înlocuit nimic.',
    en: 'No outline has the code or name of a county or municipality of this election. Nothing was replaced.',
  },
  shapesElsewhere: {
    ro: 'Contururile nu sunt acolo unde sunt secțiile sau contururile de acum. Nu s-a înlocuit nimic.',
    en: 'The outlines are not where the stations or the present outlines are. Nothing was replaced.',
  },
  losing: {
    ro: {
      one: 'O zonă care are acum contur nu are unul bun în fișier și l-ar pierde: {names}.',
      few: '{count} zone care au acum contur nu au unul bun în fișier și l-ar pierde: {names}.',
      other:
        '{count} de zone care au acum contur nu au unul bun în fișier și l-ar pierde: {names}.',
    },
    en: {
      one: '1 area has an outline now, has no good one in the file, and would lose it: {names}.',
      other:
        '{count} areas have an outline now, have no good one in the file, and would lose it: {names}.',
    },
  },
  farShapes: {
    ro: {
      one: 'Un contur este departe de toate celelalte: {names}.',
      few: '{count} contururi sunt departe de toate celelalte: {names}.',
      other: '{count} de contururi sunt departe de toate celelalte: {names}.',
    },
    en: {
      one: '1 outline is far from all others: {names}.',
      other: '{count} outlines are far from all others: {names}.',
    },
  },
  nothingReplaced: { ro: 'Nu s-a înlocuit nimic.', en: 'Nothing was replaced.' },
  misplaced: {
    ro: 'Nu este acolo unde este zona lui.',
    en: 'It is not where its area is.',
  },
  uploadAnyway: { ro: 'Încarcă totuși', en: 'Upload anyway' },
  convertedFrom: {
    ro: 'Coordonatele au fost convertite din {system}.',
    en: 'The coordinates were converted from {system}.',
  },
  convertedAxes: {
    ro: 'Latitudinea stătea înaintea longitudinii: au fost inversate.',
    en: 'Latitude came before longitude: they were swapped.',
  },
  leftOut: {
    ro: {
      one: 'Un contur a fost lăsat deoparte:',
      few: '{count} contururi au fost lăsate deoparte:',
      other: '{count} de contururi au fost lăsate deoparte:',
    },
    en: { one: '1 outline was left out:', other: '{count} outlines were left out:' },
  },
  tooMany: {
    ro: 'Fișierul are prea multe contururi sau puncte. Simplifică-l.',
    en: 'The file has too many outlines or vertices. Simplify it.',
  },
  noSuchCounty: { ro: 'Acest județ nu există', en: 'There is no such county' },
})
