import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readAccountStorage, writeAccountStorage } from '#kit/web/account-storage.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { session } from '../contract.ts'
import { say } from './copy.ts'
import { useMay } from './may.tsx'

/** No event announces the end of guessing. */
const lookMs = 15_000

/** The number of attempts when the banner was dismissed: it reappears when that has doubled. */
const key = 'guessing-dismissed'
/** With so few failures the guessing has ended, and a new attack is shown again. */
const over = 20

/** Warns those who manage people that passwords and PINs are being guessed. */
export function GuessingBanner() {
  return useMay('observers') ? <Guessing /> : null
}

function Guessing() {
  const { data } = useQuery({
    ...read(session.tries, {}),
    refetchInterval: ({ state }) => (state.data?.isGuessing ? lookMs : false),
  })
  const [dismissed, setDismissed] = useState(() => Number(readAccountStorage(key)))
  const dismiss = (failed: number) => {
    writeAccountStorage(key, failed === 0 ? '' : String(failed))
    setDismissed(failed)
  }
  if (data && data.failed < over && dismissed > 0) dismiss(0)
  const isShown = data?.isGuessing === true && data.failed >= 2 * dismissed
  return (
    <div role="status">
      {isShown && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-attention-soft px-4 py-1 text-small sm:px-6 print:hidden">
          <p className="min-w-48 flex-1">
            <span className="me-2">
              <Badge tone="attention" icon="warning">
                {t(say.guessing)}
              </Badge>
            </span>
            {t(say.guessingHow, { count: data.failed })}{' '}
            {t(say.guessingWhere, { count: data.networks })}{' '}
            {data.refusedReports > 0
              ? t(say.reportsRefused, { count: data.refusedReports })
              : t(say.reportsUnharmed)}{' '}
            <span className="max-sm:hidden">{t(say.guessedAt)}</span>
          </p>
          <Button size="small" onPress={() => dismiss(data.failed)}>
            {t(say.gotIt)}
          </Button>
        </div>
      )}
    </div>
  )
}
