import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { incidents } from '#features/incidents/contract.ts'
import { AddIncident } from '#features/incidents/web/add-incident.tsx'
import { OfferedIncidents } from '#features/incidents/web/offered-incidents.tsx'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Note } from '../contract.ts'
import { say } from '../copy.ts'

type Props = {
  readonly note: Note
  /** The name of its station. */
  readonly station: string
}

/** A button, within the note with the key `i`, which makes an incident of a note or links the note to one. */
export function NoteIncident({ note, station }: Props) {
  const { observerId, pollingStationId } = note
  const [isOpen, setOpen] = useState(false)
  const query = { observerId, pollingStationId }
  const { data } = useQuery({ ...read(incidents.ofReport, { query }), enabled: isOpen })
  const close = () => setOpen(false)
  const from = {
    ...{ notes: [note.id], station: { id: pollingStationId, name: station } },
    title: note.text.replaceAll(/\s+/g, ' ').trim(),
  }
  return (
    <May to="review">
      <button
        type="button"
        aria-keyshortcuts="i"
        title={t(say.makeIncident)}
        onClick={() => setOpen(true)}
        className={`${buttonClass('plain', 'small')} print:hidden`}
      >
        <Icon name="warning" />
        {t(say.incident)}
      </button>
      {isOpen && (
        <AddIncident from={from} onClose={close}>
          {data && data.offered.length > 0 && (
            <OfferedIncidents some={data.offered} to={{ noteId: note.id }} onLinked={close} />
          )}
        </AddIncident>
      )}
    </May>
  )
}
