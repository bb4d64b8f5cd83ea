import { createECDH } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { noMail } from '#kit/server/mail/mail.ts'
import { openPush } from '#kit/server/push/push.ts'
import { openFcm, ServiceAccount } from '#kit/server/push/push-fcm.ts'

/** Google's service account, as its JSON or as the path of the file with it. */
const serviceAccount = z.string().transform((given, context) => {
  try {
    const json = given.trimStart().startsWith('{') ? given : readFileSync(given, 'utf8')
    const { data, error } = ServiceAccount.safeParse(JSON.parse(json))
    if (data) return data
    const [issue] = error.issues
    context.addIssue({ code: 'custom', message: `${issue?.path.join('.')}: ${issue?.message}` })
  } catch {
    context.addIssue({ code: 'custom', message: 'Must be a service account’s JSON, or its file' })
  }
  return z.NEVER
})

/** The providers of messages and email; each is optional. */
export const ProviderSettings = z.object({
  FCM_SERVICE_ACCOUNT: serviceAccount.optional(),
  FCM_URL: z.url({ protocol: /^https?$/ }).default('https://fcm.googleapis.com'),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:\/\/)./)
    .optional(),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]+$/)
    .optional(),
})
export type ProviderSettings = z.output<typeof ProviderSettings>

type Fault = [keyof ProviderSettings, string]

/** Faults in the combination of provider settings that are each valid. */
export const providerSettingFaults = (config: ProviderSettings): readonly Fault[] => [
  ...faultsOfVapid(config),
  ...faultsOfMail(config),
]

function faultsOfVapid(config: ProviderSettings): Fault[] {
  const names = ['VAPID_SUBJECT', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] as const
  const given = names.find((name) => config[name] !== undefined)
  const missing = names.filter((name) => config[name] === undefined)
  if (given && missing.length > 0)
    return missing.map((name) => [name, `Needed, because ${given} is set`])
  const { VAPID_PUBLIC_KEY = '', VAPID_PRIVATE_KEY = '' } = config
  const isFine = !given || isPair(VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY)
  return isFine ? [] : [['VAPID_PRIVATE_KEY', 'Does not belong to VAPID_PUBLIC_KEY']]
}

function isPair(publicKey: string, privateKey: string): boolean {
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

function faultsOfMail({ SMTP_URL, MAIL_FROM }: ProviderSettings): Fault[] {
  if (SMTP_URL && !MAIL_FROM) return [['MAIL_FROM', 'Needed, because SMTP_URL is set']]
  return MAIL_FROM && !SMTP_URL ? [['SMTP_URL', 'Needed, because MAIL_FROM is set']] : []
}

/** Opens the configured providers. Their code is half a megabyte, imported only if needed. */
export async function openProviders(
  config: ProviderSettings,
): Promise<Pick<AppDependencies, 'push' | 'mail'>> {
  const { FCM_SERVICE_ACCOUNT, FCM_URL } = config
  return {
    push: openPush({
      phones: FCM_SERVICE_ACCOUNT && openFcm(FCM_SERVICE_ACCOUNT, FCM_URL),
      browsers: await openBrowsers(config),
    }),
    mail: await openLetters(config),
  }
}

async function openBrowsers({
  VAPID_SUBJECT,
  VAPID_PUBLIC_KEY,
  VAPID_PRIVATE_KEY,
}: ProviderSettings) {
  if (!VAPID_SUBJECT || !VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY) return undefined
  const { openWebPush } = await import('#kit/server/push/push-web.ts')
  return openWebPush({
    subject: VAPID_SUBJECT,
    publicKey: VAPID_PUBLIC_KEY,
    privateKey: VAPID_PRIVATE_KEY,
  })
}

async function openLetters({ SMTP_URL, MAIL_FROM }: ProviderSettings) {
  if (!SMTP_URL || !MAIL_FROM) return noMail
  const { openMail } = await import('#kit/server/mail/mail-smtp.ts')
  return openMail(SMTP_URL, MAIL_FROM)
}
