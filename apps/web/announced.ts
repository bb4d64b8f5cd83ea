import type { Feature } from '#kit/contract/feature.ts'

declare global {
  interface ImportMeta {
    /** Vite replaces it by the imports. */
    glob(pattern: string, options: { import: 'feature'; eager: true }): Record<string, Feature>
  }
}

/**
 * What every feature declares. They are found by a glob, and not listed: in `features.ts`, which is part of
 * the first script, each would add weight, although nobody needs them before the first screen is drawn.
 */
export const announced: readonly Feature[] = Object.values(
  import.meta.glob('../../features/*/feature.ts', { import: 'feature', eager: true }),
)
