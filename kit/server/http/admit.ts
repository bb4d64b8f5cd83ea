import type { FastifyRequest } from 'fastify'
import { type Access, changesElection, type Endpoint, isForKeys } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import { may, type Who } from '#kit/contract/who.ts'
import { markSecurityEvent } from '../security/security-log.ts'
import { readAddress } from './address.ts'
import type { Server } from './server.ts'

/**
 * Authenticates and authorises: the caller, if they may call this endpoint.
 * @throws Problem `session.missing`, or one of `expectFor`.
 */
export async function admit(
  server: Server,
  endpoint: Endpoint,
  access: Exclude<Access, 'anyone'>,
  request: FastifyRequest,
): Promise<Who> {
  const who = await findWho(server, request)
  if (!who) throw await missingSession(server, tokenOf(request))
  // The log names refused callers as well.
  request.who = who
  expectFor(endpoint, access, who)
  return who
}

/** @throws Problem `key.refused`, `session.forbidden`, `session.owes` or `election.is-archived`. */
export function expectFor(endpoint: Endpoint, access: Exclude<Access, 'anyone'>, who: Who): void {
  const { allowedWithDuty = [] } = endpoint
  if (who.key && !isForKeys(endpoint, who.key)) throw new Problem('key.refused')
  if (!isFor(access, who)) throw new Problem('session.forbidden')
  if (who.pendingDuty && !allowedWithDuty.includes(who.pendingDuty))
    throw new Problem('session.owes', { duty: who.pendingDuty })
  if (who.isOver && changesElection(endpoint)) throw new Problem('election.is-archived')
}

/** Expired tokens and ended sessions are normal; a token that we have not made is not. */
async function missingSession(server: Server, token: string): Promise<Problem> {
  const problem = new Problem('session.missing')
  // A phone whose session has ended still has a token, and is answered at once.
  if (token === '') await server.loadShedder.anonymous.slowDown()
  const isForged = token !== '' && (await server.isForged(token))
  return isForged ? markSecurityEvent(problem, 'token.forged') : problem
}

/** How long a proof of identity is valid for dangerous calls. */
const confirmedSeconds = 30 * 60

/** Step-up authentication: the one place that requires a recent proof of identity. */
export function expectConfirmed(who: Who | null, now: Date): void {
  const confirmedAt = who?.confirmedAt?.getTime() ?? 0
  if (now.getTime() - confirmedAt > confirmedSeconds * 1000)
    throw new Problem('session.unconfirmed')
}

/** Authorisation: the one place that decides who may call what. */
function isFor(access: Exclude<Access, 'anyone'>, who: Who): boolean {
  if (access === 'signed-in') return true
  if (who.role === 'observer') return access === 'observer'
  return access === 'staff' || (access !== 'observer' && may(who, access))
}

export async function findWho(server: Server, request: FastifyRequest): Promise<Who | undefined> {
  const token = tokenOf(request)
  return token === '' ? undefined : server.recognise(token, addressIn(request))
}

/** A client that has already disconnected has no address. */
export const addressIn = ({ ip }: FastifyRequest): string => (ip && readAddress(ip)) || 'unknown'

/** Clients of the first system send `null` and `undefined` where they have none. */
export function tokenOf({ headers: { authorization = '' } }: FastifyRequest): string {
  const [, token = ''] = /^Bearer (?!(?:null|undefined)$)(\S+)$/i.exec(authorization) ?? []
  return token
}

declare module 'fastify' {
  interface FastifyRequest {
    who: Who | null
  }
}
