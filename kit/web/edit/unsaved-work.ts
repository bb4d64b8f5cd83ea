/** Something that is on screen, was entered and is not saved. */
type Work = {
  /** What whoever entered it would call it. */
  readonly name: string
  /** This browser offers it again when its page is opened the next time. */
  readonly isKept: boolean
}

/** All of it; each by whoever shows it. */
const unsaved = new Set<Work>()

/** What leaving this page would leave undone. */
export const unsavedWork = (): readonly Work[] => [...unsaved]

/** Whether leaving this page would leave something undone. */
export const hasUnsavedWork = (): boolean => unsaved.size > 0

/** Says that there is something to lose, until the returned function is called. */
export function haveUnsavedWork(work: Work): () => void {
  const own = { ...work }
  unsaved.add(own)
  return () => {
    unsaved.delete(own)
  }
}
