import type { ReactNode } from 'react'
import type { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Ago } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'
import type { useDraftStorage } from './use-draft-storage.ts'

type Props = {
  readonly keeping: ReturnType<typeof useDraftStorage>
  /** Restores a form that a colleague has deleted; undefined: it exists. */
  readonly bringBack: (() => void) | undefined
  /** Loads the version that a colleague has saved meanwhile; undefined: none. */
  readonly theirs: (() => void) | undefined
  /** Merges both versions. */
  readonly meanwhile: ReactNode
  /** How many fields are wrong. */
  readonly mistakes: number
  readonly problem: Problem | undefined
}

/** Decisions about the whole form, in bars above it. */
export function EditorBars({ keeping, bringBack, theirs, meanwhile, mistakes, problem }: Props) {
  const { found, restore, discard, dialog } = keeping
  return (
    <>
      {bringBack && (
        <Bar>
          <p className="flex-1">{t(say.gone)}</p>
          <Button size="small" onPress={bringBack}>
            {t(say.bringBack)}
          </Button>
        </Bar>
      )}
      {found && (
        <Bar>
          <p className="flex-1">
            {t(say.found)} <Ago at={found.at} />
          </p>
          <Button size="small" onPress={restore}>
            {t(say.restore)}
          </Button>
          <Button size="small" look="bare" onPress={discard}>
            {t(say.discard)}
          </Button>
        </Bar>
      )}
      {theirs && (
        <Bar>
          <p className="flex-1">{t(say.theirs)}</p>
          {meanwhile}
          <Button size="small" look="bare" onPress={theirs}>
            {t(say.takeTheirs)}
          </Button>
        </Bar>
      )}
      {mistakes > 0 && <Wrong>{t(say.mistakes, { count: mistakes })}</Wrong>}
      {problem && !(theirs && problem.code === 'thing.changed-meanwhile') && (
        <Wrong>{explain(problem)}</Wrong>
      )}
      {dialog}
    </>
  )
}

const bar =
  'flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2 sm:px-6 print:hidden'

function Bar({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={`${bar} bg-attention-soft`}>
      <Icon name="clock" />
      {children}
    </div>
  )
}

function Wrong({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={`${bar} bg-alarm-soft text-alarm`}>
      <Icon name="warning" />
      <p>{children}</p>
    </div>
  )
}
