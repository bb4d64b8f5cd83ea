import type { Copy } from '#kit/contract/copy.ts'
import { groupBy } from '#kit/contract/group.ts'
import { t } from '#kit/web/language.ts'
import { say } from './copy.ts'

/**
 * What does not get in from a file, by reason; nothing when all does.
 * @param place names the row and the fault
 */
export function Findings<Found extends { readonly why: string }>({
  all,
  reasons,
  place,
}: {
  all: readonly Found[]
  reasons: Readonly<Record<Found['why'], Copy>>
  place: (finding: Found) => string
}) {
  if (all.length === 0) return null
  return (
    <section
      aria-label={t(say.findings)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and without it no key would scroll it.
      tabIndex={0}
      className="grid max-h-72 gap-3 overflow-auto rounded-md border border-line p-3 text-small"
    >
      {[...groupBy(all, ({ why }): Found['why'] => why)].map(([why, own]) => (
        <div key={why}>
          <p className="font-strong">
            {t(reasons[why])} ({own.length})
          </p>
          <ul className="list-disc ps-5 wrap-anywhere">
            {own.map((finding) => (
              <li key={JSON.stringify(finding)}>{place(finding)}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
