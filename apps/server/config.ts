import * as z from 'zod'
import { BackupSettings, backupSettingFaults } from '../backup/settings.ts'
import { ProviderSettings, providerSettingFaults } from './providers.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** An S3 bucket for attachments; without one they are in DATA_DIR. */
const Bucket = z.object({
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_FORCE_PATH_STYLE: z.enum(['on', 'off']).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
})

/** The environment variables; docs/operations.md says what each is for. */
const Settings = z.object({
  ...Bucket.shape,
  ...ProviderSettings.shape,
  ...BackupSettings.shape,
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DEMO: z.enum(['on', 'off', 'small']).optional(),
  ADMIN_ACCOUNT: z.string().trim().min(1).max(200).optional(),
  ADMIN_PASSWORD: z.string().min(10).max(200).optional(),
  SECRET: z.string().min(32).optional(),
  PUBLIC_URL: httpUrl.optional(),
  OBSERVER_GUIDE_URL: httpUrl.optional(),
  MAP_STYLE_URL: httpUrl.optional(),
  ANSWERS_REFRESH_MS: z.coerce.number().int().min(1000).max(86_400_000).default(60_000),
  WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  /** Whether web hooks may lead into private networks, and go without https. */
  WEBHOOK_PRIVATE_NETWORKS: z.enum(['on', 'off']).default('off'),
  /** Behind a proxy the caller's address is in X-Forwarded-For, which anybody else could forge. */
  TRUST_PROXY: z.enum(['on', 'off']).default('off'),
})

const Environment = Settings.superRefine((config, context) => {
  const faults = [
    ...missingOfBucket(config),
    ...providerSettingFaults(config),
    ...backupSettingFaults(config),
  ]
  for (const [name, message] of faults) context.addIssue({ code: 'custom', path: [name], message })
})

export type Config = z.output<typeof Environment>

/** Half a bucket is a mistake: its missing variables, and which of the given ones need them. */
function missingOfBucket(config: z.output<typeof Bucket>): [keyof typeof config, string][] {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  const given = Bucket.keyof().options.find((name) => config[name] !== undefined)
  if (!S3_BUCKET) return given ? [['S3_BUCKET', `Needed, because ${given} is set`]] : []
  const missing: [keyof typeof config, string][] = []
  if (!S3_REGION && !S3_ENDPOINT)
    missing.push(['S3_REGION', 'Needed with S3_BUCKET, unless S3_ENDPOINT is set'])
  if (S3_SECRET_ACCESS_KEY && !S3_ACCESS_KEY_ID)
    missing.push(['S3_ACCESS_KEY_ID', 'Needed with S3_SECRET_ACCESS_KEY'])
  if (S3_ACCESS_KEY_ID && !S3_SECRET_ACCESS_KEY)
    missing.push(['S3_SECRET_ACCESS_KEY', 'Needed with S3_ACCESS_KEY_ID'])
  return missing
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Parses the environment. An empty variable counts as absent.
 * @throws Error with one line for each malformed variable, which names it.
 */
export function readConfig(environment: Variables): Config {
  const given = Object.fromEntries(
    Object.keys(Settings.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = Environment.safeParse(given)
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(lines.join('\n'))
}
