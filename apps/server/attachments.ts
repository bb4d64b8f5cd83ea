import { join } from 'node:path'
import type { BucketSettings } from '#kit/server/files/bucket.ts'
import { type Files, filesIn } from '#kit/server/files/files.ts'
import type { Config } from './config.ts'
import { named } from './refusal.ts'

/** The attachment store of the settings: in a bucket, or in DATA_DIR. */
export async function openFiles(config: Config): Promise<Files> {
  const folder = join(config.DATA_DIR, 'attachments')
  const bucket = bucketOf(config)
  if (!bucket) return filesIn(folder).catch(named('DATA_DIR'))
  const { filesInBucket } = await loadClient()
  return filesInBucket(bucket, join(folder, 'incoming')).catch(named('DATA_DIR'))
}

/** Checks, once for all web processes, whether a configured bucket responds. */
export async function ensureBucketAnswers(config: Config): Promise<void> {
  const bucket = bucketOf(config)
  if (!bucket) return
  const { ensureBucket } = await loadClient()
  await ensureBucket(bucket).catch(named('S3_BUCKET'))
}

/** A megabyte of client, imported only where there is a bucket. */
const loadClient = () => import('#kit/server/files/bucket.ts')

function bucketOf(config: Config): BucketSettings | undefined {
  const { S3_BUCKET: name, S3_ENDPOINT: endpoint, S3_FORCE_PATH_STYLE: pathStyle } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!name) return undefined
  return {
    name,
    // Other providers than AWS have no regions, but the region is part of every signature.
    region: config.S3_REGION ?? 'us-east-1',
    ...(endpoint && { endpoint }),
    pathStyle: pathStyle ? pathStyle === 'on' : endpoint !== undefined,
    ...(accessKeyId && secretAccessKey && { keys: { accessKeyId, secretAccessKey } }),
  }
}
