const pins = 1_000_000

/** The largest multiple of `pins` that fits 32 bits: beyond it some pins would be likelier. */
const fair = Math.floor(2 ** 32 / pins) * pins

/** An unpredictable pin of six digits. */
export function randomPin(): string {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn < fair ? String(drawn % pins).padStart(6, '0') : randomPin()
}
