import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '#features/session/contract.ts'
import { ImportSteps } from '#features/tasks/web/import-steps.tsx'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { t } from '#kit/web/language.ts'
import { call, read } from '#kit/web/read/api.ts'
import { observers } from '../../contract.ts'
import { say } from '../../copy.ts'
import { NgoChoice } from '../profile/ngo-choice.tsx'
import { importFields, saveHeadings } from './import-fields.ts'
import { type ObserverImportResult, useImport } from './use-import.ts'

/** The organisation, and the file; what it would do is shown before it is done. */
export function ImportForm({ onDone }: { onDone: (done: ObserverImportResult) => void }) {
  const [ngoId, chooseNgo] = useNgo()
  const run = useImport(onDone)
  const of = ngoId === null ? {} : { ngoId }
  return (
    <ImportSteps
      of={['observers', ngoId]}
      title={t(say.importTo)}
      fileAbout={t(say.fileAbout)}
      fields={importFields}
      onTemplate={saveHeadings}
      offer={(report) => {
        const count = countKnown(report)
        return count > 0 ? t(say.changePhones, { count }) : undefined
      }}
      isMissing={ngoId === null}
      check={(file, options, signal) =>
        call(observers.checkImport, { body: { ...options, ...of } }, signal, file)
      }
      run={(file, options, report) => run(file, { ...options, ...of }, report)}
    >
      <NgoChoice value={ngoId} onChange={chooseNgo} />
    </ImportSteps>
  )
}

/** How many rows likely mean an observer who has another phone; without a PIN they are refused. */
function countKnown({ warnings, wrong }: ImportReport): number {
  const isKnown = ({ code }: Fault) => code === 'person.known'
  const accepted = warnings.find(({ fault }) => isKnown(fault))?.rows ?? 0
  return accepted + wrong.filter(({ faults }) => faults.some(isKnown)).length
}

/** Users who see every organisation choose one; others have no choice. */
function useNgo() {
  const me = useQuery(read(session.me, {})).data
  const [chosen, choose] = useState<string | null>(null)
  const own = me && !me.seesEveryNgo ? String(me.ngoId) : null
  return [own ?? chosen, choose] as const
}
