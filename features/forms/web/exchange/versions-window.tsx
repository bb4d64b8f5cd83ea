import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import type { FormMeta, PartChange } from '../../contract.ts'
import { say as ofForms } from '../../copy.ts'
import { type FormVersion, formFiles } from '../../exchange-contract.ts'
import { Parts } from '../editor/change-warning.tsx'
import { say } from './copy.ts'

type Id = Pick<FormMeta, 'id'>

/** The published versions of a form, and what changed between two of them. */
export function VersionsWindow({ id, onClose }: Id & { onClose: () => void }) {
  const versions = useQuery(read(formFiles.versions, { params: { id } }))
  return (
    <Dialog title={t(say.versionsTitle)} isOpen onClose={onClose} width="medium">
      <Loaded query={versions}>
        {(all) => (
          <>
            <Versions all={all} />
            {all.length > 1 && <Comparison id={id} all={all} />}
          </>
        )}
      </Loaded>
      <DialogButtons>
        <Button onPress={onClose}>{t(say.close)}</Button>
      </DialogButtons>
    </Dialog>
  )
}

type All = { readonly all: readonly FormVersion[] }

function Versions({ all }: All) {
  if (all.length === 0) return <p>{t(say.noVersions)}</p>
  return (
    <>
      <table className="w-full text-start tabular-nums">
        <thead>
          <tr className="border-b border-line text-small text-muted">
            <th className="py-1 text-start font-normal">{t(say.versions)}</th>
            <th className="py-1 text-start font-normal">{t(say.published)}</th>
            <th className="py-1 text-end font-normal">{t(say.answers)}</th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ version, publishedAt, answers }) => (
            <tr key={version} className="border-b border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {t(say.version, { version })}
              </th>
              <td className="py-1">
                <Ago at={publishedAt} />
              </td>
              <td className="py-1 text-end">{answers}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length === 1 && <p>{t(say.oneVersion)}</p>}
    </>
  )
}

function Comparison({ id, all }: Id & All) {
  const newest = all[0]?.version ?? 1
  const [from, setFrom] = useState(String(all[1]?.version ?? newest))
  const [to, setTo] = useState(String(newest))
  const items = all.map(({ version }) => ({
    id: String(version),
    text: t(say.version, { version }),
  }))
  const query = { from: Number(from), to: Number(to) }
  const changes = useQuery(read(formFiles.compare, { params: { id }, query }))
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label={t(say.from)} items={items} value={from} onChange={setFrom} />
        <Select label={t(say.to)} items={items} value={to} onChange={setTo} />
      </div>
      <Loaded query={changes}>{(parts) => <Changes parts={parts} />}</Loaded>
    </>
  )
}

function Changes({ parts }: { parts: readonly PartChange[] }) {
  const lists = [
    [ofForms.partsRemoved, 'removed'],
    [ofForms.partsReworded, 'reworded'],
    [ofForms.partsAdded, 'added'],
    [say.partsMoved, 'moved'],
    [ofForms.partsOtherwise, 'otherwise'],
    [say.partsTranslated, 'translated'],
  ] as const
  return (
    <div role="status" className="grid gap-3">
      {parts.length === 0 && <p>{t(say.sameContent)}</p>}
      {lists.map(([title, kind]) => (
        <Parts
          key={kind}
          title={t(title)}
          parts={parts.filter(({ change }) => change === kind)}
          most={parts.length}
        />
      ))}
    </div>
  )
}
