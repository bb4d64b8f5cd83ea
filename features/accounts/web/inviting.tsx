import { useState } from 'react'
import { type Invitation, invitations } from '#features/invitations/contract.ts'
import { InvitationLink } from '#features/invitations/web/invitation-link.tsx'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import type { Account } from '../contract.ts'

/** Creates a link to choose a password; the caller renders `link`, to be passed on. */
export function useInviting() {
  const [made, setMade] = useState<{ account: string; invitation: Invitation }>()
  const write = useWrite(invitations.invite, { touches: [] })
  const invite = ({ id, account }: Pick<Account, 'id' | 'account'>) =>
    tryWithToast(async () => {
      setMade({ account, invitation: await write.mutateAsync({ params: { id } }) })
    })
  const link = made && <InvitationLink {...made} onClose={() => setMade(undefined)} />
  return { invite, link }
}
