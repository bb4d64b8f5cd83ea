import { useState } from 'react'
import * as z from 'zod'
import type { Id } from '#kit/contract/value/id.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import type { Expected } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useMilestones } from './use-deployment.ts'
import { useExcusing } from './use-excusing.ts'

const Excuse = z.object({ reason: filledLine(300) })
const all = 'all'

/** Asks for the milestone and the reason of an excuse. */
export function ExcuseWindow({
  rows,
  milestoneId = all,
  onDone,
  onClose,
}: {
  rows: readonly Expected[]
  milestoneId?: string | undefined
  onDone?: (() => void) | undefined
  onClose: () => void
}) {
  const milestones = useMilestones().data ?? []
  const [from, setFrom] = useState(milestoneId)
  const excuse = useExcusing()
  const form = useForm(
    Excuse,
    async ({ reason }) => {
      await excuse(rows, reason, from === all ? undefined : (Number(from) as Id<'milestones'>))
      onDone?.()
      onClose()
    },
    { reason: say.reasonExpected },
  )
  return (
    <FormWindow
      title={t(say.excuseTitle, { count: rows.length })}
      form={form}
      submit={t(say.excuse)}
      onClose={onClose}
    >
      <p className="text-muted">{namesOf(rows)}</p>
      <Select
        label={t(say.excuseWhat)}
        items={[
          { id: all, text: t(say.allOwed) },
          ...milestones.map(({ id, name }) => ({ id: String(id), text: name })),
        ]}
        value={from}
        onChange={setFrom}
      />
      <Field label={t(say.reason)} name="reason" maxLength={300} isRequired />
    </FormWindow>
  )
}

/** A longer list would not be read. */
const mostNamed = 5

const namesOf = (rows: readonly Expected[]) =>
  rows
    .slice(0, mostNamed)
    .map(({ observerName }) => observerName)
    .join(', ') + (rows.length > mostNamed ? '…' : '')
