import type { ReactNode } from 'react'
import { PageTitle } from '../page-title.tsx'
import { Heading } from './heading.tsx'

type Props = {
  /** The heading. */
  readonly title: string
  /** The main number, beside the heading. */
  readonly count?: ReactNode
  /** A link to the parent page. */
  readonly back?: ReactNode
  /** The buttons; at most one is filled. */
  readonly actions?: ReactNode
  /** The filters of the list below. */
  readonly filters?: ReactNode
  /**
   * The content is a list that fills the window and scrolls by itself (on a phone the page does); otherwise
   * the page scrolls, and on a very wide screen is no wider than can be read across.
   */
  readonly isFilled?: boolean
  /** How current its figures are: `FiguresAsOf`, which the first screen does without. */
  readonly asOf?: ReactNode
  /** It has a table with as many columns as there are milestones or observers, and takes all of a very wide screen. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A screen: its heading, its actions, and its content below. */
export function Page(props: Props) {
  const { title, count, asOf, back, actions, filters, children } = props
  const { isFilled = false, isWide = false } = props
  const width = isFilled || isWide ? '' : 'w-full max-w-400'
  const body = isFilled
    ? 'flex min-h-0 flex-1 flex-col border-t border-line bg-surface [--edge:16px] sm:[--edge:24px]'
    : `grid grid-cols-1 content-start gap-4 px-4 pb-8 sm:px-6 print:block print:*:mb-4 ${width}`
  return (
    <div className={`flex min-h-0 flex-1 flex-col ${isFilled ? '' : 'lg:overflow-y-auto'}`}>
      <PageTitle of={title} />
      <Heading actions={actions} filters={filters} className={width}>
        {back && (
          <p className="-my-1 basis-full text-small print:hidden max-sm:-my-3 [&>a]:inline-block [&>a]:py-1 max-sm:[&>a]:py-3 [&>a]:text-ours [&>a]:underline-offset-2 [&>a]:hover:underline">
            {back}
          </p>
        )}
        <h1
          data-arrival=""
          tabIndex={-1}
          className="min-w-0 text-title font-strong wrap-anywhere outline-none"
        >
          {title}
        </h1>
        {count !== undefined && <p className="min-w-0 text-muted wrap-anywhere">{count}</p>}
        {asOf}
      </Heading>
      <div className={body}>{children}</div>
    </div>
  )
}
