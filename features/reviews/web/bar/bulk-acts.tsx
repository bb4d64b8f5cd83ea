import { Suspense, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { Act, OtherChanges } from './acts.tsx'
import { say } from './copy.ts'
import { type Change, type Reviewed, useChange } from './use-change.ts'

const ReasonWindow = deferred(async () => (await import('./reason-window.tsx')).ReasonWindow)

type Props = {
  readonly of: readonly Reviewed[]
  readonly touches: readonly Endpoint[]
  /** An open report has the same keys. */
  readonly hasKeys: boolean
  readonly onDone: () => void
}

/** What can be done with several reports at once. */
export function BulkActs({ of: reports, touches, hasKeys, onDone }: Props) {
  const { send, change } = useChange(reports, touches)
  const [isAsking, setAsking] = useState(false)
  const act = async (next: Change) => {
    if (await change(next)) onDone()
  }
  return (
    <>
      <Act
        letter={hasKeys ? 'v' : undefined}
        icon="check"
        onPress={() => void act({ state: 'verified' })}
      >
        {t(say.verify)}
      </Act>
      <Act
        letter={hasKeys ? 'f' : undefined}
        icon="bell"
        onPress={() => void act({ state: 'follow-up' })}
      >
        {t(say.followUp)}
      </Act>
      <Act letter={hasKeys ? 'd' : undefined} icon="cross" onPress={() => setAsking(true)}>
        {t(say.setAside)}
      </Act>
      <OtherChanges of={reports.map(({ review }) => review)} onChange={(next) => void act(next)} />
      {isAsking && (
        <Suspense>
          <ReasonWindow
            to="set-aside"
            report={t(say.severalReports, { count: reports.length })}
            onSave={async (reason) => {
              await send({ state: 'set-aside', reason })
              onDone()
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
