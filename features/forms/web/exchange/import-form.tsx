import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { groupBy } from '#kit/contract/group.ts'
import { Problem } from '#kit/contract/problem.ts'
import { language, t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { FileField } from '#kit/web/ui/field/file-field.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { mostParts } from '../../contract.ts'
import { type Finding, formFiles } from '../../exchange-contract.ts'
import { beginWith } from './beginning.ts'
import { say } from './copy.ts'

type Found = Reply<typeof formFiles.read>

const readFile = (file: File) =>
  call(formFiles.read, { body: { language } }, undefined, file).catch((failure: unknown) => {
    if (failure instanceof Problem) return failure
    throw failure
  })

/** Reads a form from a file, shows what has no counterpart, and opens it in the editor. */
export function ImportForm() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t(say.import)}</Button>
      {isOpen && <ImportWindow onClose={() => setOpen(false)} />}
    </>
  )
}

function ImportWindow({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
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
    const reply = await readFile(chosen)
    // The reply to an earlier file may come after it.
    if (latest.current !== chosen) return
    if (!(reply instanceof Problem)) setFound(reply)
    else setFault(reply.code === 'request.invalid' ? t(say.notForm, mostParts) : explain(reply))
  }
  const open = () => {
    if (!found) return
    beginWith(found.form)
    onClose()
    void navigate({ to: '/formulare/nou' })
  }
  return (
    <Dialog title={t(say.importTitle)} isOpen onClose={onClose} width="medium">
      <FileField
        label={t(say.file)}
        description={t(say.fileAbout)}
        endings={['.xlsx', '.xlsm', '.json']}
        file={file}
        onChange={(chosen) => void choose(chosen)}
      />
      <Alert>{fault}</Alert>
      {found && <Report found={found} />}
      <DialogButtons>
        <Button onPress={onClose}>{t(say.cancel)}</Button>
        <Button look="primary" isDisabled={!found} onPress={open}>
          {t(say.open)}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function Report({ found: { form, findings } }: { found: Found }) {
  const count = form.formSections.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <div role="status" className="grid gap-2">
      <p className="font-strong wrap-anywhere">{form.description || form.code}</p>
      <p>
        {t(say.found, { count })} {findings.length === 0 && t(say.allTaken)} {t(say.notStored)}
      </p>
      {findings.length > 0 && (
        <section
          aria-label={t(say.findings)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and without it no key would scroll it.
          tabIndex={0}
          className="grid max-h-72 gap-3 overflow-auto rounded-md border border-line p-3 text-small"
        >
          {[...groupBy(findings, ({ why }) => why)].map(([why, all]) => (
            <Findings key={why} title={reasons[why]} all={all} />
          ))}
        </section>
      )}
    </div>
  )
}

function Findings({ title, all }: { title: Copy; all: readonly Finding[] }) {
  return (
    <div>
      <p className="font-strong">
        {t(title)} ({all.length})
      </p>
      <ul className="list-disc ps-5 wrap-anywhere">
        {all.map(({ sheet, line, name, detail }) => (
          <li key={`${sheet} ${line} ${name} ${detail}`}>
            {line === 0
              ? sheet
              : t(say.atRow, { sheet, line, detail: [name, detail].filter(Boolean).join(' – ') })}
          </li>
        ))}
      </ul>
    </div>
  )
}

const reasons = {
  type: say.type,
  column: say.column,
  repeat: say.repeat,
  list: say.list,
  label: say.label,
  language: say.language,
  duplicate: say.duplicate,
  reference: say.reference,
  shortened: say.shortened,
  sheet: say.sheet,
  disabled: say.disabled,
  group: say.group,
} satisfies Record<Finding['why'], Copy>
