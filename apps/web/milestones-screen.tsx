import { MilestonesPage } from '#features/milestones/web/milestones/milestones-page.tsx'
import { RemindersSection } from '#features/reminders/web/reminders-section.tsx'

/** The milestones, with what later features do by them. */
export const MilestonesScreen = () => <MilestonesPage Below={RemindersSection} />
