import { type Logger, pino } from 'pino'

/** One line of JSON per event on standard error; tokens never get there. */
export const openLog = (level: string): Logger =>
  pino(
    { level, redact: ['req.headers.authorization', 'headers.authorization'] },
    pino.destination(2),
  )
