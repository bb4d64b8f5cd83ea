import { language } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { Check } from '../logic-contract.ts'

/** The message of a check that an answer fails. */
export const FailedCheck = ({ check: { severity, message } }: { check: Check }) => (
  <Badge tone={severity === 'error' ? 'alarm' : 'attention'} icon="warning">
    <span className="whitespace-normal">{message[language]}</span>
  </Badge>
)
