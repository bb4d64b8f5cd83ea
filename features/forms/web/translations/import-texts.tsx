import { useRef, useState } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import type { CallInput, Reply } from '#kit/contract/endpoint.ts'
import { groupBy } from '#kit/contract/group.ts'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { FileField } from '#kit/web/ui/field/file-field.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { type TextFinding, translations } from '../../translation-contract.ts'
import { say } from './copy.ts'
import type { Edit } from './use-translating.ts'

type Found = Reply<typeof translations.read>
type Props = CallInput<typeof translations.read>['params'] & {
  readonly set: (key: string, edit: Partial<Edit>) => void
  readonly onClose: () => void
}

/** Reads translations from a file, shows which rows do not get in, and fills the page with the others. */
export function ImportTexts({ id, language, set, onClose }: Props) {
  const [file, setFile] = useState<File>()
  const latest = useRef<File>(undefined)
  const [found, setFound] = useState<Found>()
  const [fault, setFault] = useState<string>()

  const choose = async (chosen: File | undefined) => {
    latest.current = chosen
    setFile(chosen)
    setFound(undefined)
    setFault(undefined)
    if (!chosen) return
    const reply = await readFile({ params: { id, language } }, chosen)
    // The reply to an earlier file may come after it.
    if (latest.current !== chosen) return
    if (!(reply instanceof Problem)) setFound(reply)
    else setFault(reply.code === 'request.invalid' ? t(say.notFile) : explain(reply))
  }
  const take = () => {
    for (const { key, to, from } of found?.texts ?? []) set(key, { to, from })
    onClose()
  }
  return (
    <Dialog title={t(say.importTitle)} isOpen onClose={onClose} width="medium">
      <FileField
        label={t(say.file)}
        description={t(say.fileAbout)}
        endings={['.xlsx', '.xlsm']}
        file={file}
        onChange={(chosen) => void choose(chosen)}
      />
      <Alert>{fault}</Alert>
      {found && (
        <div role="status" className="grid gap-2">
          <p>{t(say.found, { count: found.texts.length })}</p>
          {found.findings.length > 0 && <Findings all={found.findings} />}
        </div>
      )}
      <DialogButtons>
        <Button onPress={onClose}>{t(say.cancel)}</Button>
        <Button look="primary" isDisabled={!found?.texts.length} onPress={take}>
          {t(say.take)}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const readFile = (sent: CallInput<typeof translations.read>, file: File) =>
  call(translations.read, sent, undefined, file).catch((failure: unknown) => {
    if (failure instanceof Problem) return failure
    throw failure
  })

function Findings({ all }: { all: readonly TextFinding[] }) {
  return (
    <section
      aria-label={t(say.findings)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and without it no key would scroll it.
      tabIndex={0}
      className="grid max-h-72 gap-3 overflow-auto rounded-md border border-line p-3 text-small"
    >
      {[...groupBy(all, ({ why }) => why)].map(([why, own]) => (
        <div key={why}>
          <p className="font-strong">
            {t(reasons[why])} ({own.length})
          </p>
          <ul className="list-disc ps-5 wrap-anywhere">
            {own.map(({ line, detail }) => (
              <li key={line}>{t(say.atRow, { line, detail })}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const reasons = {
  unknown: say.unknown,
  duplicate: say.duplicate,
  long: say.long,
  changed: say.changed,
} satisfies Record<TextFinding['why'], Copy>
