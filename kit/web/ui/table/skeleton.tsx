/** A placeholder for text that is loading. */
export function Skeleton({ className = 'w-3/4' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block h-3 animate-wait rounded-md bg-quiet align-middle ${className}`}
    />
  )
}
