import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Sends emails through the server at `url` (`smtp:` or `smtps:`, with account and password). */
export function openMail(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...timeouts }, { from })
  return {
    send: async (letter) => {
      try {
        await transport.sendMail(letter)
        return 'sent'
      } catch (error) {
        if (isFinal(error)) return 'refused'
        throw error
      }
    },
  }
}

/**
 * Connects to the server at `url`, greets it and signs in, and sends nothing.
 * @throws Error that says why it cannot be used.
 */
export async function greetMailServer(url: string, withinMs: number): Promise<void> {
  const within = {
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    dnsTimeout: withinMs,
  }
  const transport = createTransport({ url, ...within })
  await transport.verify().finally(() => transport.close())
}

/** A reply of 500 and above must not be retried (RFC 5321, 4.2.1). */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
