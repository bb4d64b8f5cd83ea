import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { elections, type ListedElection } from '../contract.ts'

/** Everything is reloaded. */
const nothing = { touches: [] }

/**
 * Reading an archived election, and returning to the current one. The page is reloaded: no data of the one is
 * shown in the other.
 */
export function useLooking() {
  const looked = useWrite(elections.look, nothing)
  const lookedAway = useWrite(elections.lookAway, nothing)
  const look = ({ id }: Pick<ListedElection, 'id'>) =>
    tryWithToast(async () => {
      await looked.mutateAsync({ params: { id } })
      window.location.assign('/')
    })
  const lookAway = () =>
    tryWithToast(async () => {
      await lookedAway.mutateAsync({})
      window.location.assign('/')
    })
  return { look, lookAway }
}
