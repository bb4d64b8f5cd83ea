/** A number for people, with so many decimals. */
export const rounded = (value: number, decimals = 0): number => Number(value.toFixed(decimals))
