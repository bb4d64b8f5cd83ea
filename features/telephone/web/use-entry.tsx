import { useState, useSyncExternalStore } from 'react'
import { answers } from '#features/answers/contract.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { type TelephoneAnswer, telephone } from '../contract.ts'
import { say } from './copy.ts'
import type { Subject } from './search.ts'
import { unsavedAnswers } from './unsaved-answers.ts'

export type Entry = ReturnType<typeof useEntry>

/** Sends the answers of a call, and keeps those that are not stored yet; they are shown until the stored ones are read. */
export function useEntry({ observerId, pollingStationId }: Subject) {
  const touch = useTouch()
  const [entry] = useState(() =>
    unsavedAnswers(async (answer: TelephoneAnswer) => {
      const body = { pollingStationId, answers: [answer] }
      await call(telephone.answer, { params: { observerId }, body })
      await touch(answers.filledIn)
    }),
  )
  return { ...entry, unsaved: useSyncExternalStore(entry.subscribe, entry.read) }
}

/** Which answers failed, and why. Only the clerk sends them again: the phone may have sent newer ones meanwhile. */
export function NotSaved({ entry: { unsaved, retry } }: { entry: Entry }) {
  const failed = [...unsaved.values()].filter(({ state }) => state === 'failed')
  const [first] = failed
  if (!first?.problem) return null
  return (
    <div className="p-3">
      <Alert>
        <span className="flex flex-wrap items-center gap-x-3">
          {t(say.failed, { count: failed.length })} {explain(first.problem)} {t(say.notByItself)}
          <Button size="small" onPress={retry}>
            {t(say.retry)}
          </Button>
        </span>
      </Alert>
    </div>
  )
}
