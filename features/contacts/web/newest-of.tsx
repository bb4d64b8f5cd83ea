import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'

/** Shown below an incomplete list. */
export const NewestOf = ({ shown, total }: { shown: number; total: number }) =>
  total > shown && <p className="text-small text-muted">{t(say.newestOf, { shown, total })}</p>
