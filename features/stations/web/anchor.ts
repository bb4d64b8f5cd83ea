import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Where a question is on the page of its station. */
export const anchorOf = ({ id }: { readonly id: number }) => `question-${id}`

/** Whoever comes with a question in the address is led to it, once what was said is there. */
export function useQuestionOfAddress(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const row = /^question-\d+$/.test(hash) ? document.getElementById(hash) : null
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [hash])
}
