import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components'
import { Spinner } from './feedback/spinner.tsx'
import { Icon, type IconName } from './icon.tsx'

const looks = {
  /** The main action of a page. */
  primary: 'bg-ours-fill text-on-ours hover:bg-ours-fill-strong',
  plain: 'border border-line bg-raised text-ink hover:bg-sunken',
  /** Gray: one of several of equal weight, or of little weight. */
  quiet: 'bg-quiet text-ink hover:bg-quiet-strong',
  attention: 'bg-attention text-on-attention hover:bg-attention-strong',
  /** Deletes something. */
  alarm: 'bg-alarm-fill text-white hover:brightness-110',
  /** Only text, until the pointer is over it. */
  clear: 'text-ours hover:bg-ours-soft',
  /** Text in the surrounding colour, for bars that have a colour of their own. */
  bare: 'text-ink hover:bg-sunken',
} as const

export type ButtonLook = keyof typeof looks

/** On paper nothing can be clicked; in forced colours an edge shows what can. */
const shape =
  'print:hidden forced-colors:border inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-strong whitespace-nowrap transition-colors duration-100 disabled:opacity-50'

/** On a phone all of them are as large as a finger needs, 44 pixels. */
const sizes = {
  normal: 'h-9 px-4 max-sm:h-11',
  /** A picture, or a picture and what it opens. */
  tight: 'h-9 px-2 max-sm:h-11 max-sm:min-w-11',
  small: 'h-7 px-2 text-small max-sm:h-11',
  square: 'size-8 max-sm:size-11',
  /** Beside a small one. */
  arrow: 'size-7 max-sm:size-11',
} as const

/** The look of a button, for links that look like one. */
export const buttonClass = (look: ButtonLook, size: keyof typeof sizes = 'normal') =>
  `${shape} ${sizes[size]} ${looks[look]}`

type Props = Omit<ButtonProps, 'children' | 'className'> & {
  readonly look?: ButtonLook
  readonly size?: keyof typeof sizes
  readonly className?: string
  readonly children: ReactNode
}

/** While it is pending its text keeps its place, hidden, so that the width does not change. */
export function Button({ look = 'plain', size, className = '', children, ...rest }: Props) {
  return (
    <AriaButton {...rest} className={`relative ${buttonClass(look, size)} ${className}`}>
      {rest.isPending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={`contents ${rest.isPending ? 'text-transparent' : ''}`}>{children}</span>
    </AriaButton>
  )
}

/** An icon-only button; the label says it, on hover too. */
export function IconButton({
  icon,
  label,
  look = 'bare',
  className = '',
  ...rest
}: Omit<Props, 'children' | 'size' | 'aria-label'> & {
  readonly icon: IconName
  readonly label: string
}) {
  return (
    <Button {...rest} look={look} size="square" aria-label={label} className={className}>
      <Icon name={icon} />
    </Button>
  )
}
