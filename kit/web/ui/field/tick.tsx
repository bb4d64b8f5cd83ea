import { Icon } from '../icon.tsx'

/** Shows that something holds. Under a heading that says what, the label is for screen readers. */
export function Tick({ label, isHeard = false }: { label: string; isHeard?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1">
      <Icon name="check" className="text-done" />
      <span className={isHeard ? 'sr-only' : ''}>{label}</span>
    </span>
  )
}
