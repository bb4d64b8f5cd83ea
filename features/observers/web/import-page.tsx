import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '#features/session/contract.ts'
import { say as sayOfImports } from '#features/tasks/web/import/copy.ts'
import { ImportPage } from '#features/tasks/web/import/import-page.tsx'
import { fieldsOf } from '#features/tasks/web/import/kind.ts'
import { keysOf } from '#kit/contract/field.ts'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { t } from '#kit/web/language.ts'
import { call, read } from '#kit/web/read/api.ts'
import { importHeadings, importWords, neededFields } from '../columns.ts'
import { type ObserverImport, observers } from '../contract.ts'
import { say } from '../copy.ts'
import { touched } from './list/use-deleting.tsx'
import { Phone } from './phone.tsx'
import { NgoChoice } from './profile/ngo-choice.tsx'

const fields = fieldsOf(keysOf(importHeadings), importWords, neededFields)

/** Imports observers of an organisation from a file. */
export function ObserverImportPage() {
  const me = useQuery(read(session.me, {})).data
  const [chosen, choose] = useState<string | null>(null)
  // Users who see every organisation choose one; others have no choice.
  const target = me && !me.seesEveryNgo ? String(me.ngoId) : chosen
  const of = target === null ? {} : { ngoId: target }
  return (
    <ImportPage
      kind={{
        title: t(say.importTitle),
        list: '/observatori',
        back: t(say.back),
        added: say.importDone,
        touches: touched,
        target,
        fileAbout: t(say.fileAbout),
        fields,
        // A name is one cell.
        template: { name: t(say.observers), fields: fields.filter(({ id }) => id !== 'firstName') },
        check: (file, options, signal) =>
          call(observers.checkImport, { body: { ...options, ...of } }, signal, file),
        now: async (file, options, checked) => {
          const added = await call(
            observers.import,
            { body: { ...options, ...of } },
            undefined,
            file,
          )
          return { ...checked, added }
        },
        later: (file, options) =>
          call(observers.startImport, { body: { ...options, ...of } }, undefined, file),
        offer: (report) => {
          const count = countKnown(report)
          return count > 0 ? t(say.changePhones, { count }) : undefined
        },
        imports: read(observers.listImports, {}),
        undo: (sent) => call(observers.undoImport, sent),
        undoAbout: t(say.undoAbout),
        counted: () => say.counted,
        kept: keptOf,
      }}
    >
      <NgoChoice value={target} onChange={choose} />
    </ImportPage>
  )
}

/** The number of rows that likely name an observer with another phone. Without a PIN they are refused. */
function countKnown({ warnings, wrong }: ImportReport): number {
  const isKnown = ({ code }: Fault) => code === 'person.known'
  const accepted = warnings.find(({ fault }) => isKnown(fault))?.rows ?? 0
  return accepted + wrong.filter(({ faults }) => faults.some(isKnown)).length
}

const keptOf = ({ kept }: ObserverImport) =>
  kept.map(({ observerId, name, phone, why }) => ({
    name,
    about: <Phone phone={phone} />,
    link: linkOptions({
      to: '/observatori/profil/$state/id/$observerId',
      params: { state: 'view', observerId: String(observerId) },
    }),
    why: whyKept[why],
  }))

const whyKept = {
  reported: sayOfImports.keptReported,
  'signed-in': say.keptSignedIn,
  edited: sayOfImports.keptEdited,
  'phone-taken': say.keptPhoneTaken,
} as const
