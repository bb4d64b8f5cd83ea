/** A key of the keyboard, by its label. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-block min-w-5 rounded-md border border-line bg-sunken px-1 text-center font-sans text-small text-muted">
      {children}
    </kbd>
  )
}
