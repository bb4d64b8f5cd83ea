import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { elections } from '#features/elections/contract.ts'
import { useElectionId } from '#features/elections/web/use-election.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { say } from './copy.ts'
import { ImportSteps } from './import-steps.tsx'
import type { ImportField } from './kind.ts'

type Request = { readonly electionId: string; readonly skipInvalid: boolean }

type Props = {
  readonly about: string
  /** Says that the other election has nothing to copy. */
  readonly empty: string
  readonly fields: readonly ImportField[]
  /** The dry run. */
  readonly check: (request: Request, signal: AbortSignal) => Promise<ImportReport>
  /** Copies, and shows the result. */
  readonly run: (request: Request) => Promise<unknown>
}

/** Copies from another election: choose it, review the dry run, copy. */
export function CopySteps({ about, empty, fields, check, run }: Props) {
  const all = useQuery(read(elections.list, { query: {} }))
  const own = useElectionId()
  const [chosen, choose] = useState<string | null>(null)
  const electionId = chosen ?? ''
  return (
    <>
      <Card className="max-w-xl">
        <p className="text-muted">{about}</p>
        <Loaded query={all}>
          {(known) => (
            <Select
              label={t(say.copyFrom)}
              items={known
                .filter(({ id }) => id !== own)
                .map(({ id, name, day }) => ({ id: String(id), text: `${name} · ${day}` }))}
              value={chosen}
              onChange={choose}
            />
          )}
        </Loaded>
      </Card>
      <ImportSteps
        key={chosen}
        subject={chosen}
        fields={fields}
        check={({ skipInvalid }, signal) => check({ electionId, skipInvalid }, signal)}
        run={({ skipInvalid }) => run({ electionId, skipInvalid })}
        copying={{ empty }}
      />
    </>
  )
}
