import { ContactCard } from '#features/contacts/web/contact-card.tsx'
import { ProfilePage } from '#features/observers/web/profile/profile-page.tsx'

/** An observer, with what later features know of them. */
export const ObserverScreen = () => <ProfilePage Card={ContactCard} />
