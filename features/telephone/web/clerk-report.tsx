import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answers } from '#features/answers/contract.ts'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { type FormMeta, forms } from '#features/forms/contract.ts'
import { type StationInfo, visits } from '#features/visits/contract.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { ClerkForm } from './clerk-form.tsx'
import { ClerkInfo, type ElectionDay, useInfoDraft } from './clerk-info.tsx'
import { ClerkNotes } from './clerk-notes.tsx'
import { say } from './copy.ts'
import type { Subject } from './search.ts'
import { NotSaved, useEntry } from './use-entry.tsx'

/** The report of one observer from one station: station info, a tab for each form, notes. */
export function ClerkReport(subject: Subject) {
  const election = useElectionDay()
  const published = useQuery({ ...read(forms.list, { query: {} }), staleTime: 300_000 })
  const filledIn = useQuery(read(answers.filledIn, { query: subject }))
  const { observerId, pollingStationId: pollingStationNumber } = subject
  const info = useQuery(read(visits.info, { query: { observerId, pollingStationNumber } }))
  if (!election) return null
  return (
    <Loaded query={published}>
      {({ formVersions }) => (
        <Loaded query={filledIn}>
          {() => (
            <Loaded query={info}>
              {(known) => (
                <Parts
                  subject={subject}
                  published={formVersions}
                  info={known}
                  election={election}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type Props = {
  readonly subject: Subject
  readonly published: readonly FormMeta[]
  readonly info: StationInfo | null
  readonly election: ElectionDay
}

function Parts({ subject, published, info, election }: Props) {
  // Read where the unsaved answers are: rendered later than those, an answer would be gone for a moment, and its text
  // field would lose the focus.
  const { data: completed = [] } = useQuery(read(answers.filledIn, { query: subject }))
  // A part is removed while another one is open: what is typed in it stays here.
  const entry = useEntry(subject)
  const draft = useInfoDraft(info, election)
  const [note, setNote] = useState('')
  const parts = ['info', ...published.map(({ id }) => String(id)), 'notes']
  // Chosen once: what arrives meanwhile must not turn the page under the clerk.
  const [first] = useState(() => (info === null ? 'info' : (parts[1] ?? 'notes')))
  const [opened, setOpened] = useState(first)
  const selected = parts.includes(opened) ? opened : first
  // The part that the keys lead to gets the focus; one that is chosen from the tabs leaves it there.
  const [arrivedAt, setArrivedAt] = useState(selected)
  const goOn = () => {
    const next = parts[parts.indexOf(selected) + 1]
    if (next === undefined) return
    setArrivedAt(next)
    setOpened(next)
  }
  const tabs = published.map(({ id, code, description, currentVersion }) => ({
    id: String(id),
    title: description || code,
    count: completed.filter(({ formId }) => formId === id).length || undefined,
    content: () => (
      <ClerkForm
        key={id}
        form={{ id, version: currentVersion }}
        pollingStationId={subject.pollingStationId}
        completed={completed}
        entry={entry}
        hasFocus={arrivedAt === String(id)}
        onEnd={goOn}
      />
    ),
  }))
  const items = [
    {
      id: 'info',
      title: t(say.info),
      content: () => (
        <ClerkInfo
          {...{ ...subject, info, draft, election }}
          hasFocus={arrivedAt === 'info'}
          onEnd={goOn}
        />
      ),
    },
    ...tabs,
    {
      id: 'notes',
      title: t(say.notes),
      content: () => (
        <ClerkNotes {...subject} hasFocus={arrivedAt === 'notes'} text={note} onType={setNote} />
      ),
    },
  ]
  return (
    <div className="min-w-0 rounded-md border border-line bg-surface">
      <Unsaved
        name={t(say.title)}
        isDirty={entry.unsaved.size > 0 || draft.isDirty || note.trim() !== ''}
        searchKey="station"
      />
      <NotSaved entry={entry} />
      <Tabs
        label={t(say.parts)}
        items={items}
        selected={selected}
        onSelect={(part) => {
          setArrivedAt('')
          setOpened(part)
        }}
      />
    </div>
  )
}
