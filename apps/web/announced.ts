import type { Feature } from '#kit/contract/feature.ts'

declare global {
  interface ImportMeta {
    /** Vite replaces it by the imports. */
    glob(pattern: string, options: { import: 'feature'; eager: true }): Record<string, Feature>
  }
}

/**
 * What every feature declares. A glob finds them: listed in `features.ts` they would enlarge the first
 * script, although nothing needs them before the first screen is drawn.
 */
export const announced: readonly Feature[] = Object.values(
  import.meta.glob('../../features/*/feature.ts', { import: 'feature', eager: true }),
)
