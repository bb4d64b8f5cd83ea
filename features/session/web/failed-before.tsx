import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readAccountStorage, writeAccountStorage } from '#kit/web/account-storage.ts'
import { locale, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { session } from '../contract.ts'
import { say } from './copy.ts'

/** Stores, across sessions, the start of the failures that the user last acknowledged. */
const key = 'failures-told'

/** Tells a user who has just signed in about others' failed attempts, until they have acknowledged it. */
export function FailedBefore() {
  const before = useQuery(read(session.me, {})).data?.failedBefore
  const [failed, setFailed] = useState(() => readAccountStorage(key))
  const from = before?.from.toISOString() ?? ''
  const takeNote = () => {
    writeAccountStorage(key, from)
    setFailed(from)
  }
  return (
    <div role="status">
      {before && failed !== from && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-attention-soft px-4 py-1 text-small sm:px-6 print:hidden">
          <p>{t(say.failedBefore, { count: before.count, from: format.format(before.from) })}</p>
          <Button size="small" onPress={takeNote}>
            {t(say.gotIt)}
          </Button>
        </div>
      )}
    </div>
  )
}

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
