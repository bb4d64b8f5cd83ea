import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { Incident } from './incident-contract.ts'

/** The most incidents that the register shows: the newest. */
export const mostPublic = 2000

/** What the register says of an incident. */
export const PublicIncident = Incident.pick({
  ...{ number: true, title: true, place: true, state: true, outcome: true },
})
export type PublicIncident = z.output<typeof PublicIncident>

export const PublicRegister = z.object({
  election: z.string().meta({ examples: ['Alegeri parlamentare 2026'] }),
  incidents: z.array(PublicIncident),
})
export type PublicRegister = z.output<typeof PublicRegister>

const forReaders = {
  method: 'GET',
  access: 'anyone',
  importance: 'anonymous',
  problems: ['thing.not-found'],
} as const

/** Incidents for readers without an account. */
export const register = {
  read: endpoint({
    ...forReaders,
    path: '/api/v1/register',
    summary: 'Reads the public register of incidents of the current election',
    description:
      'Not found until an organiser switches it on. Incidents that are confirmed, referred or closed, without names, reports or severities. May be kept for a minute.',
    reply: PublicRegister,
  }),
  page: endpoint({
    ...forReaders,
    path: '/api/v1/register/page',
    summary: 'Shows the public register as a page, in the language of the browser',
    reply: { streams: 'file', mediaType: 'text/html' },
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/v1/register/preview',
    access: 'set-up',
    summary: 'Shows what the public register of the election has, or would have',
    reply: PublicRegister.extend({
      publishedAt: instant.nullable().describe('Since when it is public; null: it is not.'),
      publishedBy: z
        .string()
        .nullable()
        .meta({ examples: ['ana'] }),
    }),
  }),
  publish: endpoint({
    method: 'PUT',
    path: '/api/v1/register',
    access: 'set-up',
    summary: 'Switches the public register of the election on or off',
    body: z.object({ isPublic: flag }),
    reply: z.object({}),
  }),
}
