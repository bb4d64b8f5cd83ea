import type { Observer } from '#features/observers/contract.ts'
import { t } from '#kit/web/language.ts'
import { Skeleton } from '#kit/web/ui/table/skeleton.tsx'
import { say } from '../copy.ts'

/** The recipients, to check before sending. */
export function NameList({
  observers,
  more = 0,
}: {
  /** Undefined: not loaded yet. */
  observers: readonly Observer[] | undefined
  /** How many others there are. */
  more?: number
}) {
  return (
    <section
      aria-label={t(say.whoGetsIt)}
      aria-busy={!observers}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it no key would scroll it.
      tabIndex={0}
      className="max-h-56 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2"
    >
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {observers?.map(({ id, name, phone }) => (
          <li key={id} title={phone} className="truncate">
            {name}
          </li>
        ))}
        {!observers && <Skeletons />}
        {more > 0 && <li className="text-muted">{t(say.more, { count: more })}</li>}
      </ul>
    </section>
  )
}

function Skeletons() {
  return ['w-1/2', 'w-2/3', 'w-3/5', 'w-1/3'].map((width) => (
    <li key={width}>
      <Skeleton className={width} />
    </li>
  ))
}
