import { Problem } from '#kit/contract/problem.ts'
import { explain } from './problems.ts'
import { toast } from './ui/feedback/toasts.ts'

/**
 * Whether it succeeded; a refusal is shown in a toast.
 * @param words what is better said of it, where the screen knows more
 */
export async function tryWithToast(
  act: () => Promise<unknown>,
  words: (refusal: Problem) => string | undefined = () => undefined,
): Promise<boolean> {
  try {
    await act()
    return true
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure
    toast.error({ text: words(failure) ?? explain(failure) })
    return false
  }
}
