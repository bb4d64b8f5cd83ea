/**
 * The greatest of the numbers, at least `least`. Numbers that grow with data are not spread into `Math.max`, nor rows into
 * `push`: from some hundred thousand arguments on the stack overflows.
 */
export function greatestOf(numbers: Iterable<number>, least = 0): number {
  let greatest = least
  for (const one of numbers) if (one > greatest) greatest = one
  return greatest
}
