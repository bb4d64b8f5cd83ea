import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import type { BriefIncident } from '../incident-contract.ts'
import { say } from './copy.ts'
import { SeverityMark } from './incident-marks.tsx'
import { type Linkable, useLinks } from './use-links.ts'

/** Open incidents of the same county, to link a report or note to. */
export function OfferedIncidents({
  some,
  to,
  onLinked,
}: {
  some: readonly BriefIncident[]
  to: Linkable
  onLinked: () => void
}) {
  const { link, unlink } = useLinks(to)
  const { isPending, attempt } = useAttempt()
  const isNote = 'noteId' in to
  const label = t(isNote ? say.orLinkNote : say.orLink)
  return (
    <section aria-label={label} className="grid gap-2">
      <h3 className="text-small font-strong text-muted">{label}</h3>
      <ul className="grid max-h-48 gap-1 overflow-auto">
        {some.map(({ id, number, title, place, severity }) => (
          <li key={id} className="flex items-center gap-2">
            <Button
              isPending={isPending}
              onPress={() =>
                attempt(async () => {
                  await link(id)
                  toast.success({
                    text: t(isNote ? say.noteLinked : say.linked, { number }),
                    undo: async () => {
                      await unlink(id)
                      return t(isNote ? say.noteUnlinked : say.unlinked)
                    },
                  })
                  onLinked()
                })
              }
              className="min-w-0 flex-1 justify-start"
            >
              <span className="truncate">
                {t(say.open, { number: String(number), title })}
                <span className="ms-2 text-small text-muted">{place}</span>
              </span>
            </Button>
            <SeverityMark of={severity} />
          </li>
        ))}
      </ul>
    </section>
  )
}
