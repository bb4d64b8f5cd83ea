import { DiscussionCard } from '#features/comments/web/discussion.tsx'
import { IncidentPage } from '#features/incidents/web/incident-page.tsx'

/** An incident, with what staff write about it. */
export const IncidentScreen = () => <IncidentPage Discussion={DiscussionCard} />
