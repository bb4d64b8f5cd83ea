import { isOn } from '#features/assignments/web/use-plan-acts.ts'
import { t } from '#kit/web/language.ts'
import { useNow } from '#kit/web/time.tsx'
import { Item } from '#kit/web/ui/overlay/menu.tsx'
import type { Expected } from '../../contract.ts'
import { say } from '../../copy.ts'
import type { ExpectedActs } from './use-expected-acts.tsx'

/** The station that the observer reports from instead. */
export const stationOf = ({ area, number }: NonNullable<Expected['elsewhere']>) =>
  `${area} ${number}`

/** Menu items for an expected observer. */
export function ExpectedItems({ row, acts }: { row: Expected; acts: ExpectedActs }) {
  const now = useNow()
  const owes = row.milestones.some(({ state }) => state !== 'done' && state !== 'excused')
  const isExcused = row.milestones.some(({ state }) => state === 'excused')
  return (
    <>
      {row.elsewhere && (
        <Item id="follow" icon="place" onAction={() => acts.follow(row)}>
          {t(say.follow, { station: stationOf(row.elsewhere) })}
        </Item>
      )}
      {owes && (
        <Item id="excuse" icon="check" onAction={() => acts.excuse([row])}>
          {t(say.excuse)}
        </Item>
      )}
      {isExcused && (
        <Item id="unexcuse" icon="restore" onAction={() => acts.unexcuse([row])}>
          {t(say.unexcuse)}
        </Item>
      )}
      <Item id="replace" icon="person" onAction={() => acts.replace([row])}>
        {t(say.replace)}
      </Item>
      {isOn(row, now) && (
        <Item id="leave" icon="clock" onAction={() => acts.leave([row])}>
          {t(say.leavesNow)}
        </Item>
      )}
      <Item id="remove" icon="trash" isDanger onAction={() => acts.remove([row])}>
        {t(say.remove)}
      </Item>
    </>
  )
}
