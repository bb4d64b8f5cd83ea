import { useQuery } from '@tanstack/react-query'
import { May } from '#features/session/web/may.tsx'
import { language, t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { places } from '../../contract.ts'
import { say } from '../../copy.ts'
import { explainStation, faultOfDoubt } from '../../reason-domain.ts'
import type { OneStation } from '../../station-contract.ts'
import { touched } from '../use-counties.ts'
import { typedCoordinates } from './station-fields.tsx'

/** A likely mistake in the coordinates of a station, with a button that accepts the suggested ones. */
export function StationDoubt({ station }: { station: OneStation }) {
  const { id, coordinates, revision, county } = station
  const params = { id }
  const { data } = useQuery(read(places.stationDoubt, { params }))
  const edit = useWrite(places.editStation, { touches: touched })
  const doubt = coordinates && data?.doubt
  if (!doubt) return null
  const put = (to: OneStation['coordinates'], from: number) =>
    edit.mutateAsync({ params, body: { coordinates: to, revision: from } })
  const takeOver = (meant: OneStation['coordinates']) =>
    tryWithToast(async () => {
      const done = await put(meant, revision)
      toast.success({ title: t(say.meantUsed), undo: () => put(coordinates, done.revision) })
    })
  const { meant } = doubt
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <Icon name="warning" className="shrink-0 text-attention" />
      {explainStation([faultOfDoubt(doubt, county)], language)}
      {meant && (
        <May to="set-up">
          <Button size="small" isPending={edit.isPending} onPress={() => void takeOver(meant)}>
            {t(say.useMeant, { coordinates: typedCoordinates(meant) })}
          </Button>
        </May>
      )}
    </p>
  )
}
