import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { places } from '#features/places/contract.ts'
import type { OneStation } from '#features/places/station-contract.ts'
import { EditStation } from '#features/places/web/station/edit-station.tsx'
import { touched } from '#features/places/web/use-counties.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { ButtonMenu, Item } from '#kit/web/ui/overlay/menu.tsx'
import { stations } from '../contract.ts'
import { say } from '../copy.ts'
import { MergeWindow } from './merge-window.tsx'

/** Actions on a station for those who set up the election. Dialogs say first what the station has. */
export function StationActs({ station }: { station: OneStation }) {
  const [isEditing, setEditing] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const hangs = useHangs(station.id)
  const { ask, dialog } = useConfirm()
  const acts = useActs(station)
  const sureThen = async (
    title: string,
    about: string | undefined,
    act: () => Promise<unknown>,
  ) => {
    const message = [hangs, about].filter(Boolean).join(' ')
    if (await ask({ title, message, confirm: title })) await act()
  }
  return (
    <>
      <Button look="primary" onPress={() => setEditing(true)}>
        {t(say.correct)}
      </Button>
      <ButtonMenu look="plain" label={t(say.more)} button={t(say.more)}>
        {station.closedAt ? (
          <Item id="reopen" icon="restore" onAction={() => void acts.reopen()}>
            {t(say.reopen)}
          </Item>
        ) : (
          <Item
            id="close"
            icon="lock"
            onAction={() => void sureThen(t(say.close), t(say.closeAbout), acts.close)}
          >
            {t(say.close)}
          </Item>
        )}
        {station.merged.length === 0 && (
          <Item id="merge" icon="copy" onAction={() => setMerging(true)}>
            {t(say.merge)}
          </Item>
        )}
        <Item
          id="delete"
          icon="trash"
          isDanger
          onAction={() => void sureThen(t(say.delete), undefined, acts.remove)}
        >
          {t(say.delete)}
        </Item>
      </ButtonMenu>
      {dialog}
      {isMerging && <MergeWindow station={station} onClose={() => setMerging(false)} />}
      {isEditing && (
        <EditStation station={station} onClose={() => setEditing(false)}>
          <p className="text-muted">{hangs}</p>
        </EditStation>
      )}
    </>
  )
}

/** The counts of a station's records, in words. */
function useHangs(pollingStationId: Id<'pollingStations'>): string {
  const { data } = useQuery(read(stations.use, { params: { pollingStationId } }))
  if (!data) return ''
  const { visits, answers, notes, unplaced, assignments, incidents, comments } = data
  if (Object.values(data).every((count) => count === 0)) return t(say.hangsNothing)
  return t(say.hangs, {
    unplaced: t(say.unplacedCounted, { count: unplaced }),
    assignments: t(say.assignmentsCounted, { count: assignments }),
    incidents: t(say.incidentsCounted, { count: incidents }),
    comments: t(say.commentsCounted, { count: comments }),
    visits: t(say.visitsCounted, { count: visits }),
    answers: t(say.answersCounted, { count: answers }),
    notes: t(say.notesCounted, { count: notes }),
  })
}

function useActs({ id, countyId }: OneStation) {
  const navigate = useNavigate()
  const params = { id }
  const closing = useWrite(places.closeStation, { touches: touched })
  const reopening = useWrite(places.reopenStation, { touches: touched })
  const removing = useWrite(places.removeStation, { touches: touched })
  const restoring = useWrite(places.restoreStations, { touches: touched })

  const close = (): Promise<unknown> =>
    tryWithToast(async () => {
      await closing.mutateAsync({ params })
      toast.success({ title: t(say.closedNow), undo: reopen })
    })
  const reopen = (): Promise<unknown> =>
    tryWithToast(async () => {
      await reopening.mutateAsync({ params })
      toast.success({ title: t(say.reopenedStation), undo: close })
    })
  const restore = async () => {
    await restoring.mutateAsync({ params: { id: countyId }, body: { stationIds: [id] } })
    return t(say.restored)
  }
  const remove = () =>
    tryWithToast(async () => {
      await removing.mutateAsync({ params })
      toast.success({ title: t(say.deletedNow), undo: restore })
      await navigate({ to: '/polling-stations/$id', params: { id: String(countyId) } })
    })
  return { close, reopen, remove }
}
