import { unsavedWork } from '#kit/web/edit/unsaved-work.ts'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'

/** Unsaved input that leaving would lose, and input that can be restored. */
export const LeftWork = () => (
  <>
    <Names title={t(say.lostWork)} isKept={false} />
    <Names title={t(say.keptWork)} isKept />
  </>
)

function Names({ title, isKept }: { title: string; isKept: boolean }) {
  const names = new Set(unsavedWork().flatMap((one) => (one.isKept === isKept ? one.name : [])))
  if (names.size === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul className="list-disc ps-5">
        {[...names].map((name) => (
          <li key={name} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}
