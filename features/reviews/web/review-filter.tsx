import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { reviews } from '../contract.ts'
import { stateNames, say as words } from '../copy.ts'
import { type ReviewFilter, type ReviewState, reviewStates } from '../review-contract.ts'
import { say } from './copy.ts'

const any = ''

type Narrow = { readonly onChange: (filters: Partial<ReviewFilter>) => void }

/** Narrows a list to a state; says how many reports of the election are in it. */
export function StateFilter({ state, onChange }: Narrow & { state: ReviewState | undefined }) {
  const { counts } = useQuery(read(reviews.count, {})).data ?? {}
  const countOf = (id: ReviewState) =>
    counts && ` (${counts.find((one) => one.state === id)?.reports ?? 0})`
  return (
    <Select
      label={t(words.state)}
      items={[
        { id: any, text: t(say.anyState) },
        ...reviewStates.map((id) => ({ id, text: `${t(stateNames[id])}${countOf(id) ?? ''}` })),
      ]}
      value={state ?? any}
      onChange={(id) => onChange({ reviewState: reviewStates.find((one) => one === id) })}
    />
  )
}

/** Narrows a list to the reader’s own reports. */
export const OwnReviews = ({ assigned, onChange }: Narrow & Pick<ReviewFilter, 'assigned'>) => (
  <Checkbox
    isSelected={assigned === 'me'}
    onChange={(isWanted) => onChange({ assigned: isWanted ? 'me' : undefined })}
  >
    {t(say.mine)}
  </Checkbox>
)

/** Narrows a list to the reports of an account, or to those that are unassigned. */
export function AssigneeFilter({
  assigned,
  assignee,
  onChange,
}: Narrow & Pick<ReviewFilter, 'assigned' | 'assignee'>) {
  const { accounts = [] } = useQuery(read(reviews.listReviewers, {})).data ?? {}
  const others = new Set([...accounts, ...(assignee === undefined ? [] : [assignee])])
  return (
    <Select
      label={t(words.assignee)}
      items={[
        { id: any, text: t(say.anyone) },
        { id: none, text: t(say.unassigned) },
        ...[...others].map((account) => ({ id: ofAccount(account), text: account })),
      ]}
      value={assignee === undefined ? (assigned === 'none' ? none : any) : ofAccount(assignee)}
      onChange={(id) =>
        onChange({
          assigned: id === none ? 'none' : undefined,
          assignee: [...others].find((account) => ofAccount(account) === id),
        })
      }
    />
  )
}

const none = 'none'
/** An account may be called `none`. */
const ofAccount = (account: string) => `=${account}`

const whose = { me: say.mine, none: say.unassigned }

/** The chips of these filters. */
export const reviewChips = ({ reviewState, assigned, assignee }: ReviewFilter) => [
  {
    label: t(words.state),
    value: reviewState && t(stateNames[reviewState]),
    without: { reviewState: undefined },
  },
  { value: assigned && t(whose[assigned]), without: { assigned: undefined } },
  { label: t(words.assignee), value: assignee, without: { assignee: undefined } },
]
