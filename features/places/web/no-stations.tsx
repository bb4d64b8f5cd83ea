import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../copy.ts'
import { useMayChange } from './use-counties.ts'

/**
 * Says that the election has no polling stations yet, and who adds them.
 * @param children a link to where that is done, on other pages
 */
export const NoStations = ({ children }: { children?: ReactNode }) => (
  <EmptyState icon="place" title={t(say.noStations)}>
    <p>{t(useMayChange() ? say.noStationsWhy : say.noStationsRead)}</p>
    {children}
  </EmptyState>
)
