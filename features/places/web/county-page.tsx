import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { ConflictResolver } from '#kit/web/edit/conflict-resolver.tsx'
import { useEditing } from '#kit/web/edit/editing.ts'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DeletedList } from '#kit/web/ui/deleted-list.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { type OneCounty, places } from '../contract.ts'
import { say } from '../copy.ts'
import { CountyForm } from './county-form.tsx'
import { StationList } from './station/station-list.tsx'
import { titleOf, touched, useMayChange } from './use-counties.ts'
import { useCountyChange } from './use-county-change.tsx'

/** One county, and the stations in it. */
export function CountyPage() {
  const { id } = useParams({ from: '/signed-in/polling-stations/$id' })
  const mayChange = useMayChange()
  const county = useQuery(read(places.county, { params: { id } }))
  const back = <Link to="/polling-stations">{t(say.back)}</Link>
  const isGone = county.error !== null && isMissing(county.error)
  // If it is deleted while its page is open, the page stays, with its input.
  if (isGone && !county.data)
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
              <EditCounty key={stored.id} county={stored} mayChange={mayChange} isGone={isGone} />
            )}
            <div className="grid grid-cols-1 gap-4">
              <StationList county={stored} />
              {mayChange && <DeletedStations id={stored.id as Id<'areas'>} />}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** Whether the county was deleted or the URL was never valid. */
const isMissing = ({ code }: Problem) => code === 'thing.not-found' || code === 'request.invalid'

const names = {
  name: say.name,
  code: say.code,
  numberOfPollingStations: say.stationCount,
  diaspora: say.diaspora,
} as const

/** Its fields; saving stays on the page. */
function EditCounty({
  county,
  mayChange,
  isGone,
}: {
  county: OneCounty
  mayChange: boolean
  /** The county was deleted while the page was open. */
  isGone: boolean
}) {
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
        {isGone && <Gone county={county} />}
        <ConflictResolver
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

/** Says that it was deleted during editing, with a button to restore it. */
function Gone({ county }: { county: OneCounty }) {
  const write = useWrite(places.restoreCounty, { touches: touched })
  const bringBack = () =>
    tryWithToast(async () => {
      await write.mutateAsync({ body: { id: county.id as Id<'areas'> } })
      toast.success({ title: t(say.restored, { name: titleOf(county) }) })
    })
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-md border border-attention bg-attention-soft p-3"
    >
      <p>{t(say.gone)}</p>
      <Button size="small" isPending={write.isPending} onPress={() => void bringBack()}>
        {t(say.bringBack)}
      </Button>
    </div>
  )
}

function DeletedStations({ id }: { id: Id<'areas'> }) {
  const params = { id }
  const { data } = useQuery(read(places.listDeletedStations, { params }))
  const restoring = useWrite(places.restoreStations, { touches: touched })
  const restore = (stationId: Id<'pollingStations'>) =>
    tryWithToast(async () => {
      const count = await restoring.mutateAsync({ params, body: { stationIds: [stationId] } })
      toast.success({ text: t(say.stationsBack, { count }) })
    })
  return (
    <DeletedList
      title={t(say.deletedStations)}
      items={data}
      nameOf={({ number }) => t(say.stationNamed, { number })}
      detailsOf={({ name }) => name}
      onRestore={(one) => restore(one.id)}
    />
  )
}
