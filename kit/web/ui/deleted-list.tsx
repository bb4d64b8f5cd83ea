import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { t } from '../language.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { say } from './feedback/copy.ts'
import { useHandedFocus } from './handed-focus.ts'

/** The list of deleted things that can be restored; renders nothing if it is empty. */
export function DeletedList<One extends { readonly id: number }>({
  title,
  about,
  items = [],
  nameOf,
  detailsOf,
  onRestore,
  className = '',
}: {
  title: string
  about?: string
  items: readonly One[] | undefined
  nameOf: (one: One) => string
  /** Shown beside its name. */
  detailsOf?: (one: One) => ReactNode
  /** Resolves with whether it succeeded. */
  onRestore: (one: One) => Promise<boolean>
  className?: string
}) {
  // It stays when the last of them goes, to hand the focus on.
  const area = useRef<HTMLDivElement>(null)
  return (
    <div ref={area} className="shrink-0 empty:hidden">
      {items.length > 0 && (
        <Card title={title} about={about} className={`max-h-[40dvh] overflow-auto ${className}`}>
          <ul>
            {items.map((one) => (
              <li
                key={one.id}
                className="flex items-center justify-between gap-3 border-b border-line py-2 last:border-b-0"
              >
                <span className="min-w-0 wrap-anywhere">
                  {nameOf(one)} <span className="text-small text-muted">{detailsOf?.(one)}</span>
                </span>
                <Restore name={nameOf(one)} among={area} onRestore={() => onRestore(one)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function Restore({
  name,
  among,
  onRestore,
}: {
  name: string
  among: RefObject<HTMLElement | null>
  onRestore: () => Promise<boolean>
}) {
  useHandedFocus(among)
  const [isPending, setPending] = useState(false)
  // Pending until the list is read again: a second press would be refused.
  const restore = async () => {
    setPending(true)
    if (!(await onRestore())) setPending(false)
  }
  return (
    <Button
      size="small"
      aria-label={t(say.bringBackOf, { name })}
      isPending={isPending}
      onPress={() => void restore()}
    >
      {t(say.bringBack)}
    </Button>
  )
}
