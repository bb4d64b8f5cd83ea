import * as z from 'zod'

/** Yes or no; text in a URL, a boolean from a router or a phone. */
export const flag = z.codec(
  z.union([z.boolean(), z.enum(['true', 'false', 'True', 'False', '1', '0'])]),
  z.boolean(),
  {
    decode: (value) => value === true || value === '1' || value === 'true' || value === 'True',
    encode: (value) => value,
  },
)
