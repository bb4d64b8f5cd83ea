import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Menu, Popover } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { isLaterPress } from '../overlay/double-click.ts'
import { Item, menuClass } from '../overlay/menu.tsx'
import { follow } from './drag.ts'
import { moved } from './reorder.ts'

export type Reorder = {
  readonly keys: readonly string[]
  /** An item's name for screen readers. */
  readonly nameOf: (key: string) => string
  readonly onReorder: (keys: string[]) => void
  readonly isDisabled?: boolean
  /** The reason that disabled handles announce. */
  readonly whyDisabled?: string
}

/** Classes of a list item: its neighbours slide, it floats. */
export const reorderedClass =
  '[[data-dragging]>&:not([data-held])]:transition-transform [[data-dragging]>&]:duration-100 data-held:relative data-held:z-10 data-held:shadow-floating'

/**
 * Makes a list reorderable: each item is a child, with its key as `data-key`, of one element, and contains
 * its handle. `status` tells where the last one went; it is rendered outside.
 */
export function useReorder(reorder: Reorder): {
  readonly handle: (key: string) => ReactNode
  readonly status: ReactNode
} {
  const { keys, nameOf, onReorder, isDisabled = false, whyDisabled } = reorder
  const [announcement, setAnnouncement] = useState('')
  /** The item whose handle gets the focus back: an element moved in the page loses it. */
  const followed = useRef<string>(undefined)
  const handles = useRef(new Map<string, HTMLElement>())
  const move = useRef<HandleProps['onMove']>(() => undefined)
  const order = keys.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new order that moves elements.
  useLayoutEffect(() => {
    if (followed.current !== undefined) handles.current.get(followed.current)?.focus()
    followed.current = undefined
  }, [order])

  useLayoutEffect(() => {
    move.current = (key, place) => {
      const next = moved(keys, key, place)
      if (next.join('\n') === order) return
      followed.current = key
      const position = { place: next.indexOf(key) + 1, total: next.length }
      setAnnouncement(t(say.movedTo, { name: nameOf(key), ...position }))
      onReorder(next)
    }
  })

  /** Stable references, so that a letter typed in one item redraws no handle. */
  const always = useMemo(
    () => ({
      onMove: (key: string, place: number) => move.current(key, place),
      keep: (key: string, element: HTMLElement | null) => {
        if (element) handles.current.set(key, element)
        else handles.current.delete(key)
      },
    }),
    [],
  )

  return {
    handle: (key) => (
      <Handle
        id={key}
        name={nameOf(key)}
        place={keys.indexOf(key)}
        last={keys.length - 1}
        isDisabled={isDisabled}
        whyDisabled={isDisabled ? whyDisabled : undefined}
        {...always}
      />
    ),
    status: (
      <span role="status" className="sr-only">
        {announcement}
      </span>
    ),
  }
}

type HandleProps = {
  /** The item's key. */
  readonly id: string
  readonly name: string
  readonly place: number
  readonly last: number
  readonly isDisabled: boolean
  readonly whyDisabled: string | undefined
  readonly onMove: (key: string, place: number) => void
  readonly keep: (key: string, element: HTMLElement | null) => void
}

/** Dragged, it moves its item; pressed, it asks where to: dragging is never the only way. */
const Handle = memo((props: HandleProps) => {
  const { id, name, place, last, isDisabled, whyDisabled, onMove, keep } = props
  const move = (to: number) => onMove(id, to)
  const button = useRef<HTMLButtonElement>(null)
  const wasDragged = useRef(false)
  const [isOpen, setOpen] = useState(false)

  const take = (event: PointerEvent) => {
    wasDragged.current = false
    const item = button.current?.closest<HTMLElement>('[data-key]')
    if (event.button !== 0 || !button.current || !item) return
    const onLift = () => {
      wasDragged.current = true
    }
    follow(event, { handle: button.current, item, onLift, onDrop: move })
  }

  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!by || !event.altKey || isDisabled) return
    event.preventDefault()
    move(Math.min(Math.max(place + by, 0), last))
  }

  return (
    <>
      <button
        ref={(element) => {
          button.current = element
          keep(id, element)
        }}
        type="button"
        disabled={isDisabled}
        aria-label={t(say.moveItem, { name })}
        title={whyDisabled}
        aria-description={whyDisabled ?? t(say.howToMove)}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={(event) => take(event.nativeEvent)}
        // The click that ends a drag is ignored; one from the keyboard has no click count.
        onClick={(event) => setOpen(!wasDragged.current || event.detail === 0)}
        onKeyDown={step}
        className="grid h-8 w-6 shrink-0 max-sm:h-11 touch-none cursor-grab place-items-center rounded-md text-muted select-none hover:bg-sunken hover:text-ink active:cursor-grabbing disabled:cursor-default disabled:opacity-40"
      >
        <Icon name="grip" className="stroke-[2.200px]" />
      </button>
      <Popover
        triggerRef={button}
        isOpen={isOpen}
        onOpenChange={setOpen}
        shouldCloseOnInteractOutside={isLaterPress}
        placement="bottom start"
        className={menuClass}
      >
        <Menu
          aria-label={t(say.moveItem, { name })}
          autoFocus="first"
          disabledKeys={[
            ...(place === 0 ? ['first', 'up'] : []),
            ...(place === last ? ['down', 'last'] : []),
          ]}
          onAction={(key) =>
            move({ first: 0, up: place - 1, down: place + 1 }[String(key)] ?? last)
          }
          onClose={() => setOpen(false)}
          className="outline-none"
        >
          <Item id="up" icon="up">
            {t(say.moveUp)}
          </Item>
          <Item id="down" icon="down">
            {t(say.moveDown)}
          </Item>
          <Item id="first" icon="top">
            {t(say.moveFirst)}
          </Item>
          <Item id="last" icon="bottom">
            {t(say.moveLast)}
          </Item>
        </Menu>
      </Popover>
    </>
  )
})
