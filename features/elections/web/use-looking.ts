import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { elections, type ListedElection } from '../contract.ts'

/** Invalidates no query, because the page reloads. */
const nothing = { touches: [] }

/**
 * Opens an archived election for reading, and returns to the current one. Both reload the page, so that data of one
 * election never appears in the other.
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
