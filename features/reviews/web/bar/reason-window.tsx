import * as z from 'zod'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { say as words } from '../../copy.ts'
import { correctionText } from '../../returning-contract.ts'
import { mostReason, reasonText } from '../../review-contract.ts'
import { say } from './copy.ts'

const windows = {
  'set-aside': {
    Fields: z.object({ reason: reasonText }),
    ...{ title: say.setAsideOf, label: words.reason, about: say.setAsideAbout },
    ...{ submit: say.setAsideNow, expected: say.reasonExpected },
  },
  'send-back': {
    Fields: z.object({ reason: correctionText }),
    ...{ title: say.sendBackOf, label: say.correction, about: say.sendBackAbout },
    ...{ submit: say.sendBackNow, expected: say.correctionExpected },
  },
} as const

export type Asking = keyof typeof windows

type Props = {
  readonly to: Asking
  /** Its station. */
  readonly report: string
  readonly onSave: (reason: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks why a report is set aside, or what its observer has to correct. */
export function ReasonWindow({ to, report, onSave, onClose }: Props) {
  const { Fields, title, label, about, submit, expected } = windows[to]
  const form = useForm(
    Fields,
    async ({ reason }) => {
      await onSave(reason)
      onClose()
    },
    { reason: expected },
  )
  return (
    <FormWindow
      title={t(title, { report })}
      form={form}
      submit={t(submit)}
      width="medium"
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label={t(label)}
        description={t(about)}
        maxLength={mostReason}
        isRequired
      />
    </FormWindow>
  )
}
