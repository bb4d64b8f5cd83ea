import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

export const anchorOf = ({ id }: { readonly id: number }) => `question-${id}`

/** Scrolls to the question in the address once the answers are loaded. */
export function useQuestionOfAddress(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const row = /^question-\d+$/.test(hash) ? document.getElementById(hash) : null
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [hash])
}
