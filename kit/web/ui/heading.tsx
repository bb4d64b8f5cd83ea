import type { ReactNode } from 'react'

/**
 * The heading of a list: its name, its actions, and below them its filters. On a phone, the button of the filters and the
 * actions share a row.
 */
export const Heading = (props: {
  readonly actions?: ReactNode
  readonly filters?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}) => (
  <header
    className={`flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 pb-3 sm:gap-y-3 sm:px-6 ${props.className ?? ''}`}
  >
    {props.children}
    {props.actions && (
      <div
        data-acts=""
        className="ms-auto flex flex-wrap gap-2 print:hidden max-sm:has-[+div>form]:order-2"
      >
        {props.actions}
      </div>
    )}
    {props.filters && (
      <div className="basis-full max-sm:has-[>form]:contents max-sm:before:order-1 max-sm:before:basis-full max-sm:[&>form]:contents">
        {props.filters}
      </div>
    )}
  </header>
)
