import { linkOptions, useNavigate, useSearch } from '@tanstack/react-router'
import { say as sayOfImports } from '#features/tasks/web/import/copy.ts'
import { ImportPage } from '#features/tasks/web/import/import-page.tsx'
import { fieldsOf } from '#features/tasks/web/import/kind.ts'
import { keysOf } from '#kit/contract/field.ts'
import { t } from '#kit/web/language.ts'
import { call, read } from '#kit/web/read/api.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import {
  areaWords,
  countyWords,
  neededOfAreas,
  neededOfCounties,
  neededOfStations,
  stationHeadings,
  stationWords,
} from '../columns.ts'
import { places } from '../contract.ts'
import { say } from '../copy.ts'
import type { PlaceImport } from '../import-contract.ts'
import { touched, useLevels } from './use-counties.ts'

const kinds = {
  counties: {
    name: say.counties,
    counted: say.countyCount,
    about: say.fileAbout,
    fields: fieldsOf(keysOf(countyWords), countyWords, neededOfCounties),
    now: places.importCounties,
    later: places.startCountyImport,
  },
  stations: {
    name: say.stations,
    counted: say.stationsCounted,
    about: say.fileAbout,
    fields: fieldsOf(keysOf(stationHeadings), stationWords, neededOfStations),
    now: places.importStations,
    later: places.startStationImport,
  },
  areas: {
    name: say.areas,
    counted: say.areaCount,
    about: say.areasAbout,
    fields: fieldsOf(keysOf(areaWords), areaWords, neededOfAreas),
    now: places.importAreas,
    later: places.startAreaImport,
  },
} as const

/** Imports counties, stations, or areas of any level from a file. */
export function PlaceImportPage() {
  const { what = 'counties' } = useSearch({ from: '/signed-in/polling-stations/import' })
  const navigate = useNavigate()
  const { isNested, hasAreas } = useLevels()
  const { name, about, fields, now, later } = kinds[what]
  // A template has no column that would be empty in each row.
  const absent = [!isNested && 'province', !hasAreas && 'area']
  return (
    <ImportPage
      // A file of one kind does not fit the import of the other.
      key={what}
      kind={{
        title: t(say.importTitle),
        list: '/polling-stations',
        back: t(say.back),
        touches: touched,
        target: what,
        fileAbout: t(about),
        fields,
        template: { name: t(name), fields: fields.filter(({ id }) => !absent.includes(id)) },
        check: (file, options, signal) =>
          call(now, { body: { ...options, dryRun: true } }, signal, file),
        now: (file, options) => call(now, { body: options }, undefined, file),
        later: (file, options) => call(later, { body: options }, undefined, file),
        imports: read(places.listImports, {}),
        undo: (sent) => call(places.undoImport, sent),
        undoAbout: t(say.undoAbout),
        counted: ({ kind }) => kinds[kind].counted,
        countedAlong: say.stationsCounted,
        kept: keptOf,
      }}
    >
      <Select
        label={t(say.importWhat)}
        items={keysOf(kinds).map((id) => ({ id, text: t(kinds[id].name) }))}
        value={what}
        onChange={(kind) =>
          void navigate({ to: '.', search: kind === 'counties' ? {} : { what: kind } })
        }
      />
    </ImportPage>
  )
}

const keptOf = ({ kept }: PlaceImport) =>
  kept.map((one) => ({ name: one.name, link: linkOf(one), why: whyKept[one.why] }))

/** To its station or its county; an area above counties has no page. */
function linkOf({ place, id, countyId }: PlaceImport['kept'][number]) {
  if (place === 'station') return linkOptions({ to: '/stations/$id', params: { id: String(id) } })
  if (countyId === null) return undefined
  return linkOptions({ to: '/polling-stations/$id', params: { id: String(countyId) } })
}

const whyKept = {
  reported: sayOfImports.keptReported,
  planned: say.keptPlanned,
  edited: sayOfImports.keptEdited,
  'holds-stations': say.keptHoldsStations,
  'limits-account': say.keptLimitsAccount,
} as const
