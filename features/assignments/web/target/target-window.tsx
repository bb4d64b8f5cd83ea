import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { Problem } from '#kit/contract/problem.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { locale, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { Dialog } from '#kit/web/ui/overlay/dialog.tsx'
import { assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import { mostOfTarget, type StationCode } from '../../target-contract.ts'
import { readTargetText, type TargetLine, targetText } from '../../target-domain.ts'
import { useTargetChange } from './use-target-change.ts'

/** The stations that shares of coverage are of, as a list that is pasted. */
export function TargetWindow({ onClose }: { onClose: () => void }) {
  const target = useQuery(read(assignments.target, {}))
  const began = useFirst(target.data)
  if (began) return <TargetForm {...began} onClose={onClose} />
  return (
    <Dialog title={t(say.target)} isOpen onClose={onClose} width="medium">
      <Loaded query={target}>{() => null}</Loaded>
    </Dialog>
  )
}

/** The draft starts from the first read, even if a colleague changes the target meanwhile. */
function useFirst<Value>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first ?? value
}

const noFields = z.object({})

type Target = {
  readonly revision: number
  readonly stations: readonly StationCode[]
  /** How many more are of it once they are brought back. */
  readonly deleted: number
}

function TargetForm({
  revision,
  stations,
  deleted,
  onClose,
}: Target & { readonly onClose: () => void }) {
  const [first] = useState(() => targetText(stations))
  const [text, setText] = useState(first)
  const [error, setError] = useState<string>()
  const { change } = useTargetChange()
  const typed = readTargetText(text)
  const form = useForm(noFields, async () => {
    const refused = refusalOf(typed)
    setError(refused)
    if (refused !== undefined) return
    try {
      await change({ revision, stations: typed.stations }, stations)
      onClose()
    } catch (failure) {
      const unknown = failure instanceof Problem && unknownIn(failure, typed.stations)
      if (!unknown) throw failure
      setError(unknown)
    }
  })
  return (
    <FormWindow
      title={t(say.target)}
      form={form}
      submit={t(say.targetSave)}
      isDirty={text !== first}
      width="medium"
      onClose={onClose}
    >
      <p>{t(say.targetAbout)}</p>
      {deleted > 0 && <p className="text-alarm">{t(say.targetDeleted, { count: deleted })}</p>}
      <TextArea
        label={t(say.targetList)}
        description={t(say.targetCount, { count: typed.stations.length })}
        rows={8}
        value={text}
        onChange={(text) => {
          setText(text)
          setError(undefined)
        }}
        error={error}
      />
    </FormWindow>
  )
}

/** The most lines that an error names. */
const mostListed = 5

/** Why a list is not sent; undefined where it can be. */
function refusalOf({ stations, unread }: ReturnType<typeof readTargetText>): string | undefined {
  if (unread.length > 0) return t(say.targetUnread, { lines: textOf(unread) })
  if (stations.length > mostOfTarget)
    return t(say.targetTooMany, { most: mostOfTarget.toLocaleString(locale) })
  return undefined
}

/** The server's refusal in words; undefined where it is about something else. */
function unknownIn({ details }: Problem, sent: readonly TargetLine[]): string | undefined {
  if (!details || !('stations' in details)) return undefined
  const lines = details.stations.flatMap(({ row }) => sent[row - 1] ?? [])
  return t(say.targetUnknown, { count: details.count, lines: textOf(lines) })
}

function textOf(lines: readonly TargetLine[]): string {
  const first = lines
    .slice(0, mostListed)
    .map(({ line, text }) => t(say.targetLine, { line, text }))
  return [...first, ...(lines.length > mostListed ? [t(say.targetMore)] : [])].join('; ')
}
