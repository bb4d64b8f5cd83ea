import type { Locator } from '@playwright/test'

/** Whether the end of a text is cut off by a container, or by the window. */
export const isTruncated = (part: Locator, end: string): Promise<boolean> =>
  part.evaluate((around, wanted) => {
    const texts = document.evaluate(
      './/text()',
      around,
      null,
      XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
    )
    const all = Array.from({ length: texts.snapshotLength }, (_, nth) => texts.snapshotItem(nth))
    const last = all.findLast((text) => text?.textContent?.includes(wanted))
    if (!last?.textContent) throw new Error(`There is no ${wanted}`)
    const range = document.createRange()
    range.setStart(last, last.textContent.lastIndexOf(wanted))
    range.setEnd(last, last.textContent.lastIndexOf(wanted) + wanted.length)
    const { right } = range.getBoundingClientRect()
    const boxes = [...document.querySelectorAll('*')].filter((box) => box.contains(last))
    const clips = boxes.filter((box) => getComputedStyle(box).overflowX !== 'visible')
    return [document.documentElement, ...clips].some(
      (box) => box.getBoundingClientRect().right < right,
    )
  }, end)
