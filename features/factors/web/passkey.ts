import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type * as z from 'zod'
import type {
  PasskeyProof,
  PasskeyQuestion,
  PasskeyRegistration,
  PasskeyRequest,
} from '../contract.ts'

/**
 * Whether this browser supports passkeys here: it needs a secure context, and a host name that is no IP
 * address.
 */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window &&
  window.isSecureContext &&
  !/^[\d.]+$|:/.test(window.location.hostname)

/** The passkey's response; undefined when its owner cancelled. */
export async function answerByPasskey(
  question: z.output<typeof PasskeyQuestion>,
): Promise<z.input<typeof PasskeyProof> | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const answer = await startAuthentication({ optionsJSON: question }).catch(thoughtBetter)
  if (!answer) return undefined
  const { id, rawId, response } = answer
  return { id, rawId, type: 'public-key', response }
}

/** A new passkey, created by the browser; undefined when its owner cancelled. */
export async function makePasskey(
  request: z.output<typeof PasskeyRequest>,
): Promise<z.input<typeof PasskeyRegistration> | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = request as PublicKeyCredentialCreationOptionsJSON
  const made = await startRegistration({ optionsJSON }).catch(thoughtBetter)
  if (!made) return undefined
  const { id, rawId, response } = made
  return { id, rawId, type: 'public-key', response }
}

/** Closing the browser's own window, or letting it time out, is no failure of ours. */
function thoughtBetter(failure: unknown): undefined {
  if (!(failure instanceof Error)) throw failure
}
