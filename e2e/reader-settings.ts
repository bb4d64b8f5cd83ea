import type { Page } from '@playwright/test'

/** A small laptop and a phone. */
const widths = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]

/** The text spacing that a reader may choose (WCAG 1.4.12). */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/** Content that the page cuts off with the reader's text spacing. */
export async function lostBySpacing(page: Page): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, spacing)
  for (const size of widths) {
    await page.setViewportSize(size)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    for (const fault of await page.evaluate(lost)) faults.push(`${size.width}: ${fault}`)
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return faults
}

/** Texts that are cut without an ellipsis, and a page that scrolls sideways. */
function lost(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const isCut = (one: Element) => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one)
    const isClipped = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    return (
      (isClipped(overflowX) &&
        textOverflow !== 'ellipsis' &&
        one.scrollWidth > one.clientWidth + 1) ||
      // Letters reach a little beyond their line.
      (isClipped(overflowY) &&
        webkitLineClamp === 'none' &&
        one.scrollHeight > one.clientHeight + 4)
    )
  }
  const cut = [...document.querySelectorAll('#root *')].filter(
    (one) =>
      one.clientHeight > 1 &&
      one.textContent?.trim() &&
      !one.closest('svg, [aria-hidden="true"], .sr-only, .maplibregl-map') &&
      isCut(one),
  )
  return [
    ...(scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} of ${clientWidth}`] : []),
    ...cut.map((one) => `cut: ${one.outerHTML.slice(0, 160)}`),
  ]
}

/** What is current, chosen or pressed, and looks in forced colours like what is beside it. */
export async function lostInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const faults = await page.evaluate(() => {
    const chosen =
      'nav [aria-current="page"], li > a[aria-current="page"], [role=tab][aria-selected=true], button[aria-pressed=true]'
    const look = (one: Element) => {
      const { backgroundColor, borderBottomColor, outlineStyle } = getComputedStyle(one)
      return [backgroundColor, borderBottomColor, outlineStyle].join()
    }
    return [...document.querySelectorAll(chosen)].flatMap((one) => {
      const others = [...(one.parentElement?.children ?? [])].filter(
        (each) => each.tagName === one.tagName && !each.matches(chosen),
      )
      const isLost = others.some((each) => look(each) === look(one))
      return isLost ? [`not seen: ${one.outerHTML.slice(0, 160)}`] : []
    })
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return faults
}
