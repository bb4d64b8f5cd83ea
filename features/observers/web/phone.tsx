import type { ReactNode } from 'react'

/** A phone number as a link for calling; erased people have none. */
export function Phone({
  phone,
  className = 'text-ink hover:text-ours hover:underline max-sm:-my-1 max-sm:py-1',
  children = phone,
}: {
  phone: string
  className?: string
  children?: ReactNode
}) {
  if (phone === '') return null
  return (
    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={`rounded-md ${className}`}>
      {children}
    </a>
  )
}
