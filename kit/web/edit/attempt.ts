import { tryWithToast } from '../try-with-toast.ts'
import { useSingleFlight } from './single-flight.ts'

/** Runs one act at a time, while its button is pending. A refusal is shown in a toast. */
export function useAttempt() {
  const { isPending, once } = useSingleFlight()
  const attempt = (act: () => Promise<unknown>) =>
    void once(async () => void (await tryWithToast(act)))
  return { isPending, attempt }
}
