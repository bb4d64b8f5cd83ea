import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { type ButtonLook, buttonClass } from '../button.tsx'
import { say } from '../copy.ts'
import { Icon, type IconName } from '../icon.tsx'
import { isLaterPress } from './double-click.ts'

/** The sheet that a menu's items lie on. */
export const menuClass =
  'min-w-48 overflow-auto rounded-md border border-line bg-raised p-1 shadow-floating'

/** A button that opens a short list of choices; the children are its items. */
export function ButtonMenu({
  label,
  button,
  look = 'bare',
  className = '',
  children,
}: {
  label: string
  button: ReactNode
  look?: ButtonLook
  className?: string
  children: ReactNode
}) {
  return (
    <Opened
      label={label}
      by={
        <AriaButton
          aria-label={label}
          className={`${buttonClass(look, look === 'bare' ? 'tight' : 'normal')} ${className}`}
        >
          {button}
          <Icon name="down" className="text-muted" />
        </AriaButton>
      }
    >
      {children}
    </Opened>
  )
}

/** The actions of a row: the main one as a button or link of its own, the rest in a menu beside it. */
export function RowActions({
  name,
  main,
  children,
}: {
  /** The row's name. */
  name: string
  /** A small button, or a link that looks like one. */
  main?: ReactNode
  /** The menu's items. */
  children: ReactNode
}) {
  const label = t(say.moreActions, { name })
  const shape = main ? '-ms-px rounded-s-none' : ''
  return (
    <div className="inline-flex items-center [&>:first-child:not(:last-child)]:rounded-e-none">
      {main}
      <Opened
        label={label}
        by={
          <AriaButton
            aria-label={label}
            className={`${buttonClass(main ? 'plain' : 'bare', 'arrow')} ${shape}`}
          >
            <Icon name={main ? 'down' : 'more'} className={main ? '' : 'stroke-[2.500px]'} />
          </AriaButton>
        }
      >
        {children}
      </Opened>
    </div>
  )
}

function Opened({ label, by, children }: { label: string; by: ReactNode; children: ReactNode }) {
  return (
    <MenuTrigger>
      {by}
      <Popover
        placement="bottom end"
        shouldCloseOnInteractOutside={isLaterPress}
        className={menuClass}
      >
        <Menu aria-label={label} className="outline-none">
          {children}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

export function Item({
  id,
  icon,
  isDanger = false,
  isDisabled = false,
  why,
  onAction,
  children,
}: {
  id: string
  icon?: IconName
  /** It deletes something. */
  isDanger?: boolean
  isDisabled?: boolean
  /** The reason why it is not possible now: it stays in reach of keys, so that the reason can be read. */
  why?: string | undefined
  onAction?: () => void
  children: string
}) {
  return (
    // One choice may take another's place while the menu is open: an item cannot change its id.
    <MenuItem
      key={id}
      id={id}
      textValue={children}
      isDisabled={isDisabled}
      shouldCloseOnSelect={!why}
      // React Aria has no item that is disabled and can be focused.
      ref={(item) => {
        if (why) item?.setAttribute('aria-disabled', 'true')
      }}
      {...(onAction && !why && { onAction })}
      className={`group flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 outline-none max-sm:min-h-11 disabled:cursor-default disabled:opacity-50 ${isDanger ? 'text-alarm focus:bg-alarm-soft' : 'focus:bg-ours-soft'}`}
    >
      {icon && <Icon name={icon} className={isDanger ? '' : 'text-muted'} />}
      <span className="flex-1">
        <span className={why && 'opacity-50'}>{children}</span>
        {why && (
          <Text slot="description" className="block max-w-64 py-1 text-small text-muted">
            {why}
          </Text>
        )}
      </span>
      <Icon name="check" className="invisible text-ours group-selected:visible" />
    </MenuItem>
  )
}
