import { Navigate } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { Icon, type IconName } from '../icon.tsx'

type Props = {
  readonly page: number
  readonly pageSize: number
  readonly totalItems: number
  readonly onChange: (chosen: { page: number; pageSize: number }) => void
}

/** How many pages are shown on either side of the current one. */
const reach = 2

/** All nine possible entries share the width of a phone. */
const shared = 'max-sm:w-auto max-sm:min-w-6 max-sm:max-w-11 max-sm:flex-1'

/** The current page of a list; nothing when the list is empty. */
export function Pagination({ page, pageSize, totalItems, onChange }: Props) {
  if (totalItems === 0) return null
  const last = Math.max(1, Math.ceil(totalItems / pageSize))
  const here = Math.min(page, last)
  const go = (to: number) => onChange({ page: to, pageSize })
  const range = {
    from: (here - 1) * pageSize + 1,
    to: Math.min(here * pageSize, totalItems),
    total: totalItems,
  }
  const step = (to: number, icon: IconName, label: string, isDisabled: boolean) => (
    <Button
      look="bare"
      size="square"
      className={shared}
      aria-label={label}
      isDisabled={isDisabled}
      onPress={() => go(to)}
    >
      <Icon name={icon} />
    </Button>
  )

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <p className="text-small text-muted">{t(say.showing, range)}</p>
      <nav aria-label={t(say.pages)} className="flex items-center max-sm:w-full">
        {step(1, 'first', t(say.firstPage), here === 1)}
        {step(here - 1, 'previous', t(say.previousPage), here === 1)}
        {here > reach + 1 && <Ellipsis />}
        {around(here, last).map((number) => (
          <Button
            key={number}
            look={number === here ? 'primary' : 'bare'}
            size="square"
            className={shared}
            aria-label={t(say.pageNumber, { page: number })}
            {...(number === here && { 'aria-current': 'page' })}
            onPress={() => go(number)}
          >
            {number}
          </Button>
        ))}
        {here < last - reach && <Ellipsis />}
        {step(here + 1, 'next', t(say.nextPage), here === last)}
        {step(last, 'last', t(say.lastPage), here === last)}
      </nav>
    </div>
  )
}

type Read = { readonly page: number; readonly totalPages: number }

/** Redirects from a page after the last one, which was emptied or never existed, to the last one. */
export function LastPage({
  of,
  param = 'page',
}: {
  of: Read | undefined
  /** What of the address names the page. */
  param?: string
}) {
  if (!of || of.page <= of.totalPages) return null
  const page = of.totalPages > 1 ? of.totalPages : undefined
  const back = (search: object) => ({ ...search, [param]: page })
  return <Navigate to="." search={back} replace />
}

/** The page numbers to offer, clamped to those there are. */
function around(page: number, last: number): number[] {
  const from = Math.max(1, page - reach)
  const to = Math.min(last, page + reach)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function Ellipsis() {
  return (
    <span aria-hidden="true" className="w-4 text-center text-muted">
      …
    </span>
  )
}
