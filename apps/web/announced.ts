import type { Feature } from '#kit/contract/feature.ts'

declare global {
  interface ImportMeta {
    /** Vite writes the imports in its place. */
    glob(pattern: string, options: { import: 'feature'; eager: true }): Record<string, Feature>
  }
}

/**
 * What every feature says of itself. They are found, and not listed: in `features.ts`, which comes with the first
 * script, each would weigh something, although nobody needs them before the first screen stands.
 */
export const announced: readonly Feature[] = Object.values(
  import.meta.glob('../../features/*/feature.ts', { import: 'feature', eager: true }),
)
