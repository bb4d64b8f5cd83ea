import { type FormEvent, useState } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { t } from '#kit/web/language.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { say } from '../copy.ts'
import { after, nextAt } from '../domain.ts'

const quick = [10, 30, 60] as const

/** Usual times to call back, or one that is typed, by the clock of the election. */
export function CallBackTimes({
  isPending,
  onChoose,
}: {
  isPending: boolean
  onChoose: (at: Date) => void
}) {
  const timezone = useElectionDay()?.timezone
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const now = () => new Date(serverNow())
  const choose = (event: FormEvent) => {
    event.preventDefault()
    const at = timezone && nextAt(typed, now(), timezone)
    if (at) onChoose(at)
    else setWrong(true)
  }
  return (
    <fieldset className="flex flex-wrap items-end gap-2">
      <legend className="pb-1 text-small font-strong text-muted">{t(say.when)}</legend>
      {quick.map((minutes, place) => (
        <Button
          key={minutes}
          // The key or button that opened it is followed by Enter or Tab.
          autoFocus={place === 0}
          isPending={isPending}
          onPress={() => onChoose(after(now(), minutes))}
        >
          {minutes === 60 ? t(say.inAnHour) : t(say.inMinutes, { minutes })}
        </Button>
      ))}
      <form noValidate onSubmit={choose} className="flex items-end gap-2">
        <Field
          label={t(say.time)}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            setWrong(false)
          }}
          placeholder="21:30"
          maxLength={5}
          className="w-24"
          error={isWrong ? t(say.timeWrong) : undefined}
        />
        <Button type="submit" isPending={isPending}>
          {t(say.save)}
        </Button>
      </form>
    </fieldset>
  )
}
