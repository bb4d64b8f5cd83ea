import { useState } from 'react'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { outcomeWords, say } from '../copy.ts'
import { outcomes } from '../domain.ts'
import { CallBackTimes } from './call-back-times.tsx'
import { useLogging } from './use-logging.ts'

/** A note, and a button for each way a call can end; keys 1 to 5 press them. */
export function CallOutcomes({ observerId }: { observerId: Id<'observers'> }) {
  const [note, setNote] = useState('')
  const [isAgreeing, setAgreeing] = useState(false)
  const { isPending, logCall } = useLogging(observerId, () => {
    setNote('')
    setAgreeing(false)
  })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={t(say.note)}
          value={note}
          onChange={setNote}
          maxLength={300}
          className="grow basis-60"
        />
        <Unsaved name={t(say.note)} isDirty={note.trim() !== ''} />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t(say.howEnded)}</legend>
          {outcomes.map((outcome, place) => (
            <button
              key={outcome}
              type="button"
              aria-keyshortcuts={String(place + 1)}
              {...(outcome === 'call-back' && { 'aria-expanded': isAgreeing })}
              onClick={() =>
                outcome === 'call-back' ? setAgreeing(!isAgreeing) : logCall(outcome, note)
              }
              className={buttonClass('plain')}
            >
              {t(outcomeWords[outcome])}
              {areLettersKeys() && (
                <span aria-hidden="true" className="max-sm:hidden">
                  <Key>{String(place + 1)}</Key>
                </span>
              )}
            </button>
          ))}
        </fieldset>
      </div>
      {isAgreeing && (
        <CallBackTimes isPending={isPending} onChoose={(at) => logCall('call-back', note, at)} />
      )}
    </div>
  )
}
