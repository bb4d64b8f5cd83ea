import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { invitations } from './contract.ts'

const acts = copy({
  'invitations.accepted': {
    ro: 'Parolă aleasă prin legătură',
    en: 'Password chosen through a link',
  },
  'invitations.asked-for': { ro: 'Parolă uitată', en: 'Forgotten password' },
  'invitations.made': { ro: 'Invitație făcută', en: 'Invitation created' },
} satisfies Words)

export const feature: Feature = {
  name: 'invitations',
  endpoints: { invitations },
  acts,
}
