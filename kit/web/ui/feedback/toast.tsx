import { useRef, useSyncExternalStore } from 'react'
import { t } from '#kit/web/language.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button, IconButton } from '../button.tsx'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { isOfDoubleClick } from '../overlay/double-click.ts'
import { currentToasts, dismiss, hold, release, type Shown, toast, watchToasts } from './toasts.ts'

const tones = {
  success: { icon: 'check', mark: 'bg-done-soft text-done', word: say.succeeded },
  warning: { icon: 'warning', mark: 'bg-attention text-on-attention', word: say.attention },
  error: { icon: 'warning', mark: 'bg-alarm-soft text-alarm', word: say.error },
} as const

/**
 * The toast region, once in the whole app. It exists before any message, or screen readers would not announce
 * them; failures interrupt, the rest waits its turn. Dialogs keep it reachable, and it leaves the bar at the
 * foot of a list free.
 */
export function Toasts() {
  const shown = useSyncExternalStore(watchToasts, currentToasts)
  const before = useRef<Element>(null)

  const leave = (id: number) => {
    dismiss(id)
    // The focus is not lost with the element that had it.
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
  }

  return (
    <section
      aria-label={t(say.messages)}
      data-react-aria-top-layer="true"
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
      className="print:hidden pointer-events-none fixed inset-x-4 bottom-18 z-50 grid justify-items-end gap-2 sm:start-auto sm:w-96"
    >
      {(['polite', 'assertive'] as const).map((manner) => (
        <div
          key={manner}
          aria-live={manner}
          aria-relevant="additions"
          className="grid w-full gap-2"
        >
          {shown
            .filter(({ tone }) => (tone === 'error') === (manner === 'assertive'))
            .map((each) => (
              <Toast key={each.id} shown={each} onLeave={() => leave(each.id)} />
            ))}
        </div>
      ))}
    </section>
  )
}

const takeBack = (undo: () => unknown) =>
  void tryWithToast(async () => {
    const text = await undo()
    if (typeof text === 'string') toast.success({ text })
  })

function Toast({ shown, onLeave }: { shown: Shown; onLeave: () => void }) {
  const { id, tone, text, undo, isLeaving } = shown
  const { icon, mark, word } = tones[tone]
  const title = shown.title ?? t(tone === 'error' ? say.error : say.succeeded)
  const actions = [
    ...(shown.actions ?? []),
    ...(undo ? [{ label: t(say.undo), onPress: () => takeBack(undo) }] : []),
  ]
  // Where the first click took one away there is the next by now, or what tells that it is undone.
  const unlessAgain = (act: () => void) => () => {
    if (!isLeaving && !isOfDoubleClick()) act()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the user is reading.
    <div
      // Nor does it take the focus along.
      onMouseDownCapture={(event) => (isLeaving || isOfDoubleClick()) && event.preventDefault()}
      onPointerEnter={() => hold(id)}
      onPointerLeave={() => release(id)}
      onFocus={() => hold(id)}
      onBlur={() => release(id)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave()
      }}
      className={`flex animate-enter items-start gap-3 rounded-md border border-line bg-raised p-3 shadow-floating pointer-events-auto transition-opacity duration-500 ${isLeaving ? 'opacity-0' : ''}`}
    >
      <span className={`grid size-6 shrink-0 place-items-center rounded-md ${mark}`}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0 flex-1 pt-px">
        <p className="font-strong wrap-anywhere">
          {title !== t(word) && <span className="sr-only">{t(word)}: </span>}
          {title}
        </p>
        {text && <p className="text-small text-muted wrap-anywhere">{text}</p>}
      </div>
      {actions.length > 0 && (
        <div className="flex flex-wrap justify-end">
          {actions.map(({ label, onPress }) => (
            <Button
              key={label}
              look="clear"
              size="small"
              onPress={unlessAgain(() => {
                onLeave()
                onPress()
              })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <IconButton
        icon="cross"
        label={t(say.close)}
        onPress={unlessAgain(onLeave)}
        className="-m-1"
      />
    </div>
  )
}
