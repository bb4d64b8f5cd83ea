import * as z from 'zod'
import { line } from '#kit/contract/value/text.ts'

/**
 * A station as phones name it: by county and number, or by municipality and number. Nothing here is refused
 * for being unknown, not even a number below 1: what cannot be placed becomes an unplaced item.
 */
export const StationAddress = z.object({
  countyCode: line(256)
    .default('')
    .meta({ examples: ['CJ'] }),
  municipalityCode: line(256).nullish(),
  pollingStationNumber: z
    .codec(
      z.union([z.number(), z.string().regex(/^\s*-?\d{1,9}\s*$/)]),
      z.int().min(-999_999_999).max(999_999_999),
      { decode: Number, encode: (number) => number },
    )
    .meta({ examples: [12] }),
})
export type StationAddress = z.output<typeof StationAddress>

/** Where a polling station is, for directions. Part of the first screen, which does without the description of fields. */
export const StationPlace = z.object({
  municipality: z
    .string()
    .meta({ examples: ['Cluj-Napoca'] })
    .describe('The area within the county; empty if the county is not divided.'),
  number: z.int(),
  name: z.string().meta({ examples: ['Liceul „Avram Iancu”'] }),
  address: z.string().meta({ examples: ['str. Onisifor Ghibu 25'] }),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  county: z.string().meta({ examples: ['Cluj'] }),
})
export type StationPlace = z.output<typeof StationPlace>
