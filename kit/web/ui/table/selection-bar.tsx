import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { t } from '#kit/web/language.ts'
import { Button, IconButton } from '../button.tsx'
import { say } from '../copy.ts'
import { everything, nothing, type Selection } from './selection.ts'

type Props = {
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** How many are selected: `countSelected`. */
  readonly count: number
  /** The number on all pages, where all of them may be selected at once. */
  readonly total?: number | undefined
  /** How many are selected, in the words of the screen. */
  readonly text: string
  /** The buttons. */
  readonly children: ReactNode
}

/** At the foot of a list, while rows of it are selected. Escape deselects them. */
export function SelectionBar({ selection, onSelect, count, total, text, children }: Props) {
  const isShown = count > 0
  useEscape(isShown, () => onSelect(nothing))
  const isPartial = total !== undefined && count < total && selection.kind === 'these'
  return (
    <>
      <p role="status" className="sr-only">
        {isShown && text}
      </p>
      {isShown && (
        <section
          aria-label={t(say.selectedRows)}
          className="sticky bottom-0 z-20 flex min-h-14 shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-raised px-4 py-2 shadow-floating sm:px-6"
        >
          <IconButton
            icon="cross"
            label={t(say.clearSelection)}
            onPress={() => onSelect(nothing)}
          />
          <p className="font-strong">{text}</p>
          {isPartial && (
            <Button look="clear" size="small" onPress={() => onSelect(everything)}>
              {t(say.selectEverything, { count: total })}
            </Button>
          )}
          <div className="ms-auto flex flex-wrap gap-2">{children}</div>
        </section>
      )}
    </>
  )
}

/** Escape, unless it is meant for something in front of the page or for what is being typed. */
function useEscape(isOn: boolean, act: () => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [data-dragging]')) return
    const at = document.activeElement
    const isTyping = at instanceof HTMLInputElement && at.type !== 'checkbox'
    if (!isTyping && !(at instanceof HTMLTextAreaElement)) act()
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}
