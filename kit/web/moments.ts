export { typedClock as typedMoment } from '#kit/contract/value/instant.ts'

/** Whether a moment is typed in full. */
export const isMoment = (typed: string): boolean =>
  /^\d{4}-\d{2}-\d{2} ([01]?\d|2[0-3]):[0-5]\d$/.test(typed)

/** As the server reads it: two digits of the hour. */
export const saidMoment = (typed: string): string => typed.replace(/ (\d:)/, ' 0$1')
