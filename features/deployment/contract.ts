import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'

export const deployment = {
  config: endpoint({
    method: 'GET',
    path: '/config.json',
    access: 'anyone',
    summary: 'Tells the web app about this deployment',
    description: 'So that one build of it serves every deployment.',
    reply: z.object({
      publicUrl: z
        .string()
        .meta({ examples: ['https://veghe.example'] })
        .describe('Where people reach this server; empty: wherever the page came from.'),
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
    summary: 'Says whether the server and its database answer',
    description: '503 when the database does not.',
    reply: z.object({ status: z.literal('ok') }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    access: 'anyone',
    summary: 'Answers with what this process counts, as Prometheus reads it',
    reply: { streams: 'file', mediaType: 'text/plain' },
  }),
}
