/** What is on screen, was entered and is not saved; each of it by whoever shows it. */
const unsaved = new Set<object>()

/** Whether leaving this page would lose something. */
export const hasUnsavedWork = (): boolean => unsaved.size > 0

/** Says that there is something to lose, until the returned function is called. */
export function haveUnsavedWork(): () => void {
  const work = {}
  unsaved.add(work)
  return () => {
    unsaved.delete(work)
  }
}
