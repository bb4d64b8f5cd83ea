import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Problem } from '#kit/contract/problem.ts'
import { read, useWrite } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { Loaded } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toasts.ts'
import { Unsaved } from '#kit/web/ui/unsaved.tsx'
import { type County, type CountyDraft, places } from '../contract.ts'
import { say } from '../copy.ts'
import { CountyForm, type Typed } from './county-form.tsx'
import { StationList } from './station-list.tsx'
import { titleOf, touched, useFollowing, useMayChange } from './use-counties.ts'

/** One county, and the stations in it. */
export function CountyPage() {
  const { id } = useParams({ from: '/signed-in/polling-stations/$id' })
  const mayChange = useMayChange()
  useFollowing()
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

/** Its fields; saving stays here. */
function EditCounty({ county, mayChange }: { county: County; mayChange: boolean }) {
  const [typed, setTyped] = useState(() => typedOf(county))
  const edit = useWrite(places.editCounty, { touches: touched })

  const save = async (body: CountyDraft) => {
    await edit.mutateAsync({ params: { id: county.id }, body })
    toast.success({ title: t(say.success), text: t(say.saved) })
  }
  return (
    <>
      <CountyForm
        typed={typed}
        onType={(change) => setTyped({ ...typed, ...change })}
        isNew={false}
        isDisabled={!mayChange}
        onSave={save}
      />
      <Unsaved isDirty={JSON.stringify(typed) !== JSON.stringify(typedOf(county))} />
    </>
  )
}

const typedOf = ({ name, code, numberOfPollingStations, diaspora }: County): Typed => ({
  name,
  code,
  numberOfPollingStations: String(numberOfPollingStations),
  diaspora,
  provinceCode: null,
})
