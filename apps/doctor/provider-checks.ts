import type { Check } from '#features/installation/check-contract.ts'
import { found } from '#features/installation/domain.ts'
import type { Config } from '../server/config.ts'

const withinMs = 4000

/** @throws Error that says why the mail server cannot be used. */
export async function checkMail({ SMTP_URL: url }: Config): Promise<Check> {
  if (url === undefined) return found('mailUnset')
  const { greetMailServer } = await import('#kit/server/mail/mail-smtp.ts')
  const { host } = new URL(url)
  try {
    await greetMailServer(url, withinMs)
    return found('mailFine', { host })
  } catch (error) {
    return found('mailAway', { host, reason: error instanceof Error ? error.message : '' })
  }
}

/** Settings that are malformed stop the start, so these are well formed where they are set. */
export function checkPush({ FCM_SERVICE_ACCOUNT, VAPID_PUBLIC_KEY }: Config): Check {
  const missing = [
    ...(FCM_SERVICE_ACCOUNT === undefined ? ['FCM_SERVICE_ACCOUNT'] : []),
    ...(VAPID_PUBLIC_KEY === undefined ? ['VAPID_PUBLIC_KEY'] : []),
  ]
  if (missing.length === 0) return found('pushFine')
  return missing.length === 1
    ? found('pushPartly', { setting: missing[0] ?? '' })
    : found('pushUnset')
}
