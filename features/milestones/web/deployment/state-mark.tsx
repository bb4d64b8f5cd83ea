import { t } from '#kit/web/language.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import type { Expected, State } from '../../contract.ts'
import { say } from '../../copy.ts'

const looks: Readonly<
  Record<State, { readonly tone: 'plain' | 'attention' | 'done'; icon?: IconName }>
> = {
  'not-yet': { tone: 'plain' },
  due: { tone: 'plain', icon: 'clock' },
  'in-part': { tone: 'plain', icon: 'minus' },
  done: { tone: 'done', icon: 'check' },
  late: { tone: 'attention', icon: 'warning' },
  excused: { tone: 'plain', icon: 'minus' },
}

/** How far an assignment is with one milestone, in a word; its reason or its time on hover. */
export function StateMark({ of }: { of: Expected['milestones'][number] | undefined }) {
  const moment = useMoment()
  if (!of) return <span className="text-muted">–</span>
  const { state, doneAt, isDoneLate, excuse } = of
  const about = excuse ?? (doneAt && t(say.doneAt, { time: moment(doneAt) }))
  if (state === 'not-yet') return <span className="text-small text-muted">{t(say[state])}</span>
  return (
    <span {...(about && { title: about })}>
      <Badge {...looks[state]}>{t(isDoneLate ? say.doneLate : say[state])}</Badge>
    </span>
  )
}
