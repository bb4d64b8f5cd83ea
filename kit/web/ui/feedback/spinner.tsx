import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'

export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <span role="status" className="inline-flex">
      <span
        className={`${className} animate-spin rounded-full border-2 border-current border-e-transparent`}
      />
      <span className="sr-only">{t(say.loading)}</span>
    </span>
  )
}
