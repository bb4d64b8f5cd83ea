import { DiscussionCard } from '#features/comments/web/discussion.tsx'
import { IncidentPage } from '#features/incidents/web/incident-page.tsx'
import { IncidentNotes } from '#features/notes/web/incident-notes.tsx'

/** An incident, with its notes and what staff write about it. */
export const IncidentScreen = () => (
  <IncidentPage Notes={IncidentNotes} Discussion={DiscussionCard} />
)
