import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'

/** Below a list that is not shown whole. */
export const NewestOf = ({ shown, total }: { shown: number; total: number }) =>
  total > shown && <p className="text-small text-muted">{t(say.newestOf, { shown, total })}</p>
