import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { read, useWrite } from '#kit/web/read/api.ts'
import { type AlertGroup, type AlertList, alerts } from '../contract.ts'
import { keyOf } from '../domain.ts'

/** No event says that a due time has passed. */
const lookMs = 60_000

export const useAlerts = () =>
  useQuery({
    ...read(alerts.list, {}),
    refetchInterval: lookMs,
    // The title and the sound are for tabs out of sight.
    refetchIntervalInBackground: true,
  })

type Target = Pick<LinkProps, 'to' | 'params'> & { readonly path: string }

/** The page of a subject. */
export function targetOf({ observerId, pollingStationId, incidentId }: AlertGroup): Target {
  const observer = String(observerId)
  const station = String(pollingStationId)
  if (incidentId !== undefined)
    return {
      to: '/incidents/$id',
      params: { id: String(incidentId) },
      path: `/incidents/${incidentId}`,
    }
  if (observerId === undefined)
    return { to: '/stations/$id', params: { id: station }, path: `/stations/${station}` }
  if (pollingStationId === undefined)
    return {
      to: '/observatori/profil/$state/id/$observerId',
      params: { state: 'view', observerId: observer },
      path: `/observatori/profil/view/id/${observer}`,
    }
  return {
    to: '/answers/details/$observerId/$pollingStationId',
    params: { observerId: observer, pollingStationId: station },
    path: `/details/${observer}/${station}`,
  }
}

/** Marks alerts as read: those about a subject, or all. */
export function useMarkRead() {
  const { mutateAsync } = useWrite(alerts.markRead, { touches: [alerts.list] })
  return async (group: Partial<AlertGroup> & Pick<AlertGroup, 'at'>): Promise<void> => {
    const { observerId, pollingStationId, incidentId, at } = group
    const subject = Object.fromEntries(
      Object.entries({ observerId, pollingStationId, incidentId }).filter(([, id]) => id),
    )
    await mutateAsync({ body: { ...subject, until: at.toISOString() } })
  }
}

/** Alerts about the subject of the open page are read with it. */
export function useReadWithPage(list: AlertList | undefined): void {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const markRead = useMarkRead()
  const open = list?.groups.find((group) => group.isNew && path.endsWith(targetOf(group).path))
  const look = useEffectEvent(() => {
    // A reader who is elsewhere sees the count first.
    const isRead = document.visibilityState === 'visible' && document.hasFocus()
    if (open && isRead) void markRead(open).catch(() => undefined)
  })
  const change = open && `${keyOf(open)} ${open.at.toISOString()}`
  useEffect(() => {
    if (change) look()
    const events = ['visibilitychange', 'focus'] as const
    for (const event of events) addEventListener(event, look)
    return () => {
      for (const event of events) removeEventListener(event, look)
    }
  }, [change])
}
