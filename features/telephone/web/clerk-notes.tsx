import { useQuery } from '@tanstack/react-query'
import type { Dispatch, KeyboardEvent, SetStateAction } from 'react'
import { notes } from '#features/notes/contract.ts'
import { NoteCard } from '#features/notes/web/note-card.tsx'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { unsentOf } from '#kit/web/edit/unsent.ts'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { telephone } from '../contract.ts'
import { say } from './copy.ts'
import type { Subject } from './search.ts'

type Props = Subject & {
  readonly hasFocus: boolean
  readonly text: string
  readonly onType: Dispatch<SetStateAction<string>>
}

/** A field for a note about the station, and those that the observer wrote there already. */
export function ClerkNotes({ hasFocus, text, onType, ...subject }: Props) {
  const { observerId, pollingStationId } = subject
  const written = useQuery(read(notes.list, { query: subject }))
  const { mutateAsync } = useWrite(telephone.note, { touches: [notes.list] })
  const { isPending, attempt } = useAttempt()
  const isEmpty = text.trim() === ''
  const save = () =>
    attempt(async () => {
      await mutateAsync({ params: { observerId }, body: { pollingStationId, text } })
      onType((now) => unsentOf(now, text))
      toast.success({ text: t(say.noteSaved) })
    })
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isEmpty) return
    event.preventDefault()
    save()
  }
  return (
    <div className="grid gap-4 px-4 py-4 sm:px-6">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field within. */}
      <div onKeyDown={saveByKey} className="grid max-w-3xl justify-items-start gap-2">
        <TextArea
          label={t(say.note)}
          description={t(say.noteKeys)}
          value={text}
          onChange={onType}
          autoFocus={hasFocus}
          maxLength={100_000}
          className="w-full"
        />
        <Button look="primary" isPending={isPending} isDisabled={isEmpty} onPress={save}>
          {t(say.save)}
        </Button>
      </div>
      <Loaded query={written}>
        {(all) => all.toReversed().map((note) => <NoteCard key={note.id} note={note} />)}
      </Loaded>
    </div>
  )
}
