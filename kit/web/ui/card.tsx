import { type ReactNode, type Ref, useId } from 'react'

/** A card on the page with its own heading. */
export function Card({
  ref,
  anchor,
  title,
  about,
  actions,
  className = '',
  children,
}: {
  ref?: Ref<HTMLElement>
  /** By which a link leads here. */
  anchor?: string
  title?: ReactNode
  /** A line below the title. */
  about?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      ref={ref}
      id={anchor}
      {...(title && { 'aria-labelledby': id })}
      className={`grid min-w-0 grid-cols-1 content-start gap-3 max-sm:[--edge:0px] rounded-md border border-line bg-surface p-4 ${className}`}
    >
      {(title || actions) && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-48">
            <h2 id={id} className="text-large font-strong">
              {title}
            </h2>
            {about && <p className="text-small text-muted">{about}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
