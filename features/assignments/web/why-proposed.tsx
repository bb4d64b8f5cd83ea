import { locale, t } from '#kit/web/language.ts'
import type { Proposal } from '../contract.ts'
import { say } from '../copy.ts'

const reasons = {
  reported: say.whyReported,
  before: say.whyBefore,
  nearby: say.whyNearby,
  organisation: say.whyOrganisation,
  anyone: say.whyAnyone,
} as const satisfies Record<Proposal['reason'], unknown>

/** Why the observer is proposed, in words. */
export const reasonOf = ({ reason }: Proposal): string => t(reasons[reason])

/** How far the observer was from the station; undefined: not known. */
export const distanceOf = ({ metres }: Proposal): string | undefined =>
  metres === null
    ? undefined
    : t(say.away, {
        distance: (metres / 1000).toLocaleString(locale, {
          style: 'unit',
          unit: 'kilometer',
          maximumFractionDigits: 1,
        }),
      })
