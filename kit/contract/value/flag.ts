import * as z from 'zod'

/** Yes or no; a URL has it as text, a router or a phone as a boolean. */
export const flag = z.codec(
  z.union([z.boolean(), z.enum(['true', 'false', 'True', 'False', '1', '0'])]),
  z.boolean(),
  {
    decode: (said) => said === true || said === '1' || said === 'true' || said === 'True',
    encode: (value) => value,
  },
)
