/** Drawn on a grid of 16, in the colour of the surrounding text. */
const paths = {
  flag: 'M3.500 14V2.500M3.500 3h8.500l-2 3 2 3H3.500',
  check: 'm3.500 8.500 3 3 6-7',
  cross: 'm4 4 8 8m0-8-8 8',
  first: 'M3.500 3.500v9m9-9L8 8l4.500 4.500',
  previous: 'M10 3.500 5.500 8l4.500 4.500',
  next: 'M6 3.500 10.500 8 6 12.500',
  last: 'M12.500 3.500v9m-9-9L8 8l-4.500 4.500',
  down: 'M3.500 6 8 10.500 12.500 6',
  note: 'M3 2.500h10v8l-3 3H3zm7 11v-3h3M5.500 6h5m-5 2.500h3',
  person:
    'M8 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm-5 5.500c.5-2.500 2.500-3.500 5-3.500s4.500 1 5 3.500',
  phone: 'M5.500 2.500h-3c0 6 5 11 11 11v-3l-3-1.500-1.500 1.500a8 8 0 0 1-3.500-3.500L7 5.500z',
  eye: 'M1.500 8C3 5 5.500 3.500 8 3.500S13 5 14.500 8c-1.500 3-4 4.500-6.500 4.500S3 11 1.500 8Zm6.500 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  filter: 'M2.500 4h11M4.500 8h7m-5 4h3',
  clip: 'm12.500 7-4.800 4.800a2.800 2.800 0 0 1-4-4L9 2.500a1.900 1.900 0 0 1 2.700 2.700L6.500 10.300a.9.9 0 0 1-1.300-1.300L9.700 4.500',
  out: 'M6.500 3.500h-3v9h9v-3m-3-6h3v3m0-3L7.500 8.500',
  bell: 'M4 11.500V7a4 4 0 0 1 8 0v4.500M2.500 11.500h11M6.500 13.500h3',
  menu: 'M2.500 4h11M2.500 8h11M2.500 12h11',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  /** The handle by which a thing is dragged. */
  grip: 'M6 3.500v.1M10 3.500v.1M6 8v.1M10 8v.1M6 12.500v.1M10 12.500v.1',
  more: 'M3.500 8v.1M8 8v.1M12.500 8v.1',
  pencil: 'm3 13 .7-3L10.500 3.200a1.600 1.600 0 0 1 2.300 2.300L6 12.300zM9.300 4.400l2.300 2.300',
  trash:
    'M2.500 4.500h11M6 4.500v-2h4v2m2.500 0-.7 9H4.200l-.7-9M6.700 7.200v3.800m2.600-3.800v3.800',
  up: 'M3.500 10 8 5.500l4.500 4.500',
  top: 'M3.500 3h9M8 13.500v-7M4.800 9.500 8 6.300l3.200 3.200',
  bottom: 'M3.500 13h9M8 2.500v7M4.800 6.500 8 9.700l3.200-3.200',
  ascending: 'M8 13V3.500M4.500 7 8 3.500 11.500 7',
  descending: 'M8 3v9.500M4.500 9 8 12.500 11.500 9',
  sortable: 'M5 6.200 8 3.200l3 3M5 9.800l3 3 3-3',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9Zm3.300-1.200 3.200 3.200',
  upload: 'M8 10.500v-8M4.800 5.500 8 2.300l3.200 3.200M2.500 10.500v3h11v-3',
  download: 'M8 2.500v8M4.800 7.500 8 10.700l3.200-3.200M2.500 10.500v3h11v-3',
  send: 'M14 2 7 9m7-7-4.500 12L7 9 2 6.500z',
  key: 'M10.500 9a3.500 3.500 0 1 0-3.300-2.300L2.500 11.500v2h2.500v-1.500h1.500v-1.500L8 9m3.200-3.700v.1',
  lock: 'M4 7.500h8v6H4zM5.500 7.500v-2a2.500 2.500 0 0 1 5 0v2',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-9.500V8l2.500 1.500',
  list: 'M2.500 4v.1M2.500 8v.1M2.500 12v.1M5.500 4h8M5.500 8h8M5.500 12h8',
  chart: 'M2.500 13.500h11M4 11V8m4 3V3.500M12 11V6',
  table: 'M2.500 3h11v10h-11zm0 3.500h11M6.500 6.500V13',
  file: 'M4 2.500h5l3 3v8H4zm5 0v3h3',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-6.500V11m0-6v.1',
  place:
    'M8 14s4.500-4 4.500-7.500a4.500 4.500 0 0 0-9 0C3.500 10 8 14 8 14Zm0-5.800a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400Z',
  copy: 'M5.500 5.500h8v8h-8zm-3 5v-8h8',
  dice: 'M2.500 2.500h11v11h-11zM5.500 5.500v.1M10.500 5.500v.1M8 8v.1M5.500 10.500v.1M10.500 10.500v.1',
  refresh: 'M13.500 8a5.500 5.500 0 1 1-1.700-4M13.500 2v3.500H10',
  restore: 'M2.500 8a5.500 5.500 0 1 0 1.700-4M2.500 2v3.500H6',
  cards:
    'M2.500 3h4.500v4.500H2.500zM9 3h4.500v4.500H9zM2.500 9.500H7V14H2.500zm6.500 0h4.500V14H9z',
  warning: 'M8 2.500 14.500 13.500h-13zM8 6.500v3.500m0 1.700v.1',
} as const

export type IconName = keyof typeof paths

/** An icon beside text that says the same, so it is hidden from screen readers. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`inline-block size-4 shrink-0 fill-none stroke-current stroke-[1.500px] ${className}`}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
