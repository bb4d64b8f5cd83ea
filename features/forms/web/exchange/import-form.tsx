import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { language, t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { mostParts } from '../../contract.ts'
import { type Finding, formFiles } from '../../exchange-contract.ts'
import { beginWith } from './beginning.ts'
import { say } from './copy.ts'
import { Findings } from './findings.tsx'
import { ReadWindow } from './read-window.tsx'

type Found = Reply<typeof formFiles.read>

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
  return (
    <ReadWindow<Found>
      title={t(say.importTitle)}
      about={t(say.fileAbout)}
      endings={['.xlsx', '.xlsm', '.json']}
      read={(file) => call(formFiles.read, { body: { language } }, undefined, file)}
      notRead={t(say.notForm, mostParts)}
      act={t(say.open)}
      isUsable={() => true}
      onUse={({ form }) => {
        beginWith(form)
        void navigate({ to: '/formulare/nou' })
      }}
      onClose={onClose}
    >
      {(found) => <Report found={found} />}
    </ReadWindow>
  )
}

function Report({ found: { form, findings } }: { found: Found }) {
  const count = form.formSections.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <>
      <p className="font-strong wrap-anywhere">{form.description || form.code}</p>
      <p>
        {t(say.found, { count })} {findings.length === 0 && t(say.allTaken)} {t(say.notStored)}
      </p>
      <Findings all={findings} reasons={reasons} place={placeOf} />
    </>
  )
}

const placeOf = ({ sheet, line, name, detail }: Finding): string =>
  line === 0
    ? sheet
    : t(say.atRow, { sheet, line, detail: [name, detail].filter(Boolean).join(' – ') })

const reasons = {
  type: say.type,
  column: say.column,
  repeat: say.repeat,
  list: say.list,
  label: say.label,
  language: say.language,
  missing: say.missing,
  spoiled: say.spoiled,
  duplicate: say.duplicate,
  reference: say.reference,
  shortened: say.shortened,
  sheet: say.sheet,
  disabled: say.disabled,
  group: say.group,
} satisfies Record<Finding['why'], Copy>
