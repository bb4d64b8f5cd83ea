import { locale } from '#kit/web/language.ts'

/** Whole per cent; only exact values round to 0 and 100. */
export function percent(share: number): string {
  const whole = Math.round(share * 100)
  const shown = share > 0 && whole === 0 ? 1 : share < 1 && whole === 100 ? 99 : whole
  return (shown / 100).toLocaleString(locale, { style: 'percent' })
}
