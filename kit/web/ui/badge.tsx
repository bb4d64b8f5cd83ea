import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

const tones = {
  plain: 'bg-quiet text-ink',
  ours: 'bg-ours-soft text-ours',
  attention: 'bg-attention text-on-attention',
  alarm: 'bg-alarm-soft text-alarm',
  done: 'bg-done-soft text-done',
} as const

/** A word about the state of something; never the colour alone. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: keyof typeof tones
  icon?: IconName
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex min-w-0 items-center gap-1 rounded-md px-2 py-px align-middle text-small font-strong whitespace-nowrap ${tones[tone]}`}
    >
      {icon && <Icon name={icon} className="size-3.5" />}
      {children}
    </span>
  )
}
