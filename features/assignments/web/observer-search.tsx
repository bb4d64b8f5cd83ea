import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { observers } from '#features/observers/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { type Found, FoundChoice } from '#kit/web/ui/field/found-choice.tsx'
import { say } from '../copy.ts'

export type FoundObserver = { readonly id: Id<'observers'>; readonly name: string }

/** An observer, found by a part of the name. */
export function ObserverSearch({
  value,
  onChange,
  exceptId,
}: {
  value: FoundObserver | undefined
  onChange: (observer: FoundObserver | undefined) => void
  /** Excluded observers. */
  exceptId?: Id<'observers'>
}) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const { data, isFetching } = useQuery({
    ...read(observers.list, { query: { name, pageSize: 8 } }),
    enabled: name !== '',
    placeholderData: keepPreviousData,
  })
  const people = data?.data.filter(({ id }) => id !== exceptId) ?? []
  const choose = (found: Found | undefined) => {
    const one = people.find(({ id }) => String(id) === found?.id)
    onChange(one && { id: one.id, name: one.name })
  }
  return (
    <FoundChoice
      label={t(say.findObserver)}
      change={t(say.change)}
      typed={typed}
      onType={setTyped}
      found={
        name === ''
          ? undefined
          : people.map(({ id, name: text, phone }) => ({ id: String(id), text, about: phone }))
      }
      isAsking={isFetching}
      chosen={value && { id: String(value.id), text: value.name }}
      onChoose={choose}
    />
  )
}
