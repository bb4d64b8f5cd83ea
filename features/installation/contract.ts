import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'

const Replica = z.object({
  state: z
    .enum(['used', 'behind', 'away'])
    .describe('Whether reads go there; all go to the primary while it is behind or away.'),
  lagBytes: z
    .int()
    .nullable()
    .meta({ examples: [0] })
    .describe(
      'How much of the log it still had to replay at the last check; null when it is away.',
    ),
})

const Connections = z.object({
  isTight: z
    .boolean()
    .describe('Whether it has fewer connections than it needs: calls wait longer.'),
  most: z
    .int()
    .meta({ examples: [21] })
    .describe('How many this process may hold, so that all that share the database have some.'),
  wanted: z
    .int()
    .meta({ examples: [21] })
    .describe('How many it would hold if there were enough.'),
  processes: z
    .int()
    .meta({ examples: [1] })
    .describe('How many processes share them.'),
  room: z
    .int()
    .meta({ examples: [97] })
    .describe('How many there are for all of these.'),
})

const Lag = z.object({
  waiting: z
    .int()
    .meta({ examples: [0] })
    .describe('How many changes wait to be counted.'),
  ageSeconds: z
    .number()
    .meta({ examples: [0] })
    .describe('How long the oldest of them has waited.'),
})

const Backups = z.object({
  state: z
    .enum(['fine', 'missing', 'test-failed'])
    .describe('`missing`: the newest is older than an interval and a half.'),
  ageHours: z
    .number()
    .nullable()
    .meta({ examples: [7.5] })
    .describe('The age of the newest; null when there is none.'),
})
export type Backups = z.output<typeof Backups>

export const installation = {
  config: endpoint({
    method: 'GET',
    path: '/config.json',
    access: 'anyone',
    importance: 'vital',
    summary: 'Tells the web app about this installation',
    description: 'So that one build of it serves every installation.',
    reply: z.object({
      publicUrl: z
        .string()
        .meta({ examples: ['https://veghe.example'] })
        .describe('The public address of this server; empty: that of the page.'),
      observerGuideUrl: z
        .string()
        .meta({ examples: ['https://veghe.example/ghid'] })
        .describe('Empty: there is no guide to link to.'),
      answersRefreshMs: z.int().meta({ examples: [60_000] }),
      version: z.string().meta({ examples: ['0.1.0'] }),
    }),
  }),
  api: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'anyone',
    summary: 'Answers with this document: every call, as OpenAPI 3.1',
    reply: z.record(z.string(), z.unknown()).meta({ examples: [{ openapi: '3.1.0' }] }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'anyone',
    importance: 'vital',
    summary: 'Says whether the server and its database respond',
    description: '503 when the database does not. Without its replica the server does well.',
    reply: z.object({
      status: z.literal('ok'),
      replica: Replica.nullable().describe('Null when there is none.'),
      connections: Connections.nullable().describe('Null where no other process shares them.'),
      figures: Lag.describe('How far behind the figures of all elections are.'),
      backups: Backups.nullable().describe('Null when this server makes none by itself.'),
    }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    access: 'anyone',
    importance: 'vital',
    summary: 'Answers with this process’s metrics, in Prometheus’s format',
    reply: { streams: 'file', mediaType: 'text/plain' },
  }),
}
