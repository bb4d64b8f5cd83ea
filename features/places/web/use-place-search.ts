import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#kit/web/read/api.ts'
import { places } from '../contract.ts'

/** Areas and stations that fit what is typed; the former ones while the server is asked. `isEmpty`: nothing is typed. */
export function usePlaceSearch() {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const isEmpty = text === ''
  const { data, isFetching } = useQuery({
    ...read(places.search, { query: { text } }),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  })
  return { typed, setTyped, isEmpty, data, isFetching }
}
