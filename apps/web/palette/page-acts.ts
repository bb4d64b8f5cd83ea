import type { Copy } from '#kit/contract/copy.ts'
import { type Command, called } from './command.ts'
import { say } from './copy.ts'
import { shown } from './rows.ts'

/** What letters do on pages, longer than their buttons say it. */
export const keyed: Readonly<Record<string, Copy>> = {
  n: say.nextFlagged,
  x: say.selectReports,
  v: say.verifyReport,
  f: say.followUpReport,
  b: say.sendReportBack,
  a: say.takeReport,
  d: say.setReportAside,
  c: say.commentReport,
  i: say.incidentOfReport,
  r: say.readAlerts,
}

/** The acts of the page below the palette: what a letter presses, and the buttons of its heading. */
export function listPageActs(): Command[] {
  // A combination of keys moves one row of many.
  const buttons = shown(
    ':is([aria-keyshortcuts]:not([aria-keyshortcuts*="+"]), [data-acts] :is(button, a)):not(:disabled)',
  )
  const acts = buttons.map((button): Command => {
    const key = button.getAttribute('aria-keyshortcuts') ?? undefined
    const long = key === undefined ? undefined : keyed[key]
    const text = nameOf(button)
    return {
      id: `page ${text}`,
      text,
      ...(long && { words: Object.values(called(long)).join(' ') }),
      icon: 'pencil',
      ...(key !== undefined && { keys: [key] }),
      run: () => button.click(),
    }
  })
  // One of each name: a letter presses the first as well.
  return acts.filter(
    ({ text }, at) => text && acts.findIndex((other) => other.text === text) === at,
  )
}

function nameOf(button: HTMLElement): string {
  const copy = button.cloneNode(true) as HTMLElement
  for (const key of copy.querySelectorAll('kbd')) key.remove()
  return button.getAttribute('aria-label') ?? (copy.textContent ?? '').trim()
}
