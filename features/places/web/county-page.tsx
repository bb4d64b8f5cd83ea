import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Problem } from '#kit/contract/problem.ts'
import { read } from '#kit/web/api.ts'
import { useEditing } from '#kit/web/editing.ts'
import { t } from '#kit/web/language.ts'
import { Meanwhile } from '#kit/web/meanwhile.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { Loaded } from '#kit/web/ui/states.tsx'
import { Unsaved } from '#kit/web/ui/unsaved.tsx'
import { type OneCounty, places } from '../contract.ts'
import { say } from '../copy.ts'
import { CountyForm } from './county-form.tsx'
import { StationList } from './station-list.tsx'
import { titleOf, useMayChange } from './use-counties.ts'
import { useCountyChange } from './use-county-change.tsx'

/** One county, and the stations in it. */
export function CountyPage() {
  const { id } = useParams({ from: '/signed-in/polling-stations/$id' })
  const mayChange = useMayChange()
  const county = useQuery(read(places.county, { params: { id } }))
  const back = <Link to="/polling-stations">{t(say.back)}</Link>
  if (county.error && isMissing(county.error))
    return (
      <Page title={t(say.noCounty)} back={back}>
        <p>{t(say.noCountyWhy)}</p>
      </Page>
    )

  return (
    <Page
      title={county.data ? titleOf(county.data) : t(say.county)}
      count={county.data && t(say.stationsCounted, { count: county.data.numberOfPollingStations })}
      back={back}
    >
      <Loaded query={county}>
        {(stored) => (
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
            {mayChange !== undefined && (
              <EditCounty key={stored.id} county={stored} mayChange={mayChange} />
            )}
            <StationList county={stored} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** It has been deleted, or the address never was one. */
const isMissing = ({ code }: Problem) => code === 'thing.not-found' || code === 'request.invalid'

const names = {
  name: say.name,
  code: say.code,
  numberOfPollingStations: say.stationCount,
  diaspora: say.diaspora,
} as const

/** Its fields; saving stays here. */
function EditCounty({ county, mayChange }: { county: OneCounty; mayChange: boolean }) {
  const { name, code, diaspora } = county
  const numberOfPollingStations = String(county.numberOfPollingStations)
  const stored = { name, code, numberOfPollingStations, diaspora }
  const { values, collisions, onType, settle, isDirty, save } = useEditing(stored, county)
  const { edit, dialog } = useCountyChange(county)

  const send = () =>
    save(({ numberOfPollingStations: stations, ...change }) =>
      edit({ ...change, ...(stations !== undefined && { numberOfPollingStations: stations }) }),
    )
  return (
    <>
      <CountyForm
        typed={{ ...values, provinceCode: null }}
        onType={({ provinceCode: _, ...change }) => onType(change)}
        isNew={false}
        isDisabled={!mayChange}
        isCounted={county.isCounted}
        hasAreas={county.hasAreas}
        isUndecided={collisions.length > 0}
        onSave={send}
      >
        <Meanwhile
          collisions={collisions}
          nameOf={(field) => t(names[field])}
          show={(value) =>
            typeof value === 'boolean' ? t(value ? say.yes : say.no) : String(value)
          }
          onSettle={settle}
        />
      </CountyForm>
      {dialog}
      <Unsaved name={titleOf(county)} isDirty={isDirty} />
    </>
  )
}
