import * as z from 'zod'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { say as words } from '../../copy.ts'
import { mostReason, reasonText } from '../../review-contract.ts'
import { say } from './copy.ts'

const Fields = z.object({ reason: reasonText })

type Props = {
  /** Its station. */
  readonly report: string
  readonly onSetAside: (reason: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the reason. */
export function SetAsideWindow({ report, onSetAside, onClose }: Props) {
  const form = useForm(
    Fields,
    async ({ reason }) => {
      await onSetAside(reason)
      onClose()
    },
    { reason: say.reasonExpected },
  )
  return (
    <FormWindow
      title={t(say.setAsideOf, { report })}
      form={form}
      submit={t(say.setAsideNow)}
      width="medium"
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label={t(words.reason)}
        description={t(say.setAsideAbout)}
        maxLength={mostReason}
        isRequired
      />
    </FormWindow>
  )
}
