import type { CSSProperties } from 'react'
import { t } from '#kit/web/language.ts'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { SituationCounty } from '../../contract.ts'
import { say } from '../../copy.ts'
import { type Strips, widestFigures } from './strips.ts'

/** The width of the figures in a cell on a screen that does not scroll, and of its padding, in ems. */
const [figuresWidth, edges] = [5, 1]

/**
 * A strip for each county, with a cell for each milestone. Long figures widen the columns if the page can scroll;
 * otherwise they are smaller.
 */
export function StripsPage({ strips }: { strips: Strips }) {
  const { milestones, counties } = strips
  if (counties.length === 0)
    return (
      <EmptyState icon="clock" title={t(say.nothingExpected)}>
        <p>{t(say.nothingExpectedWhy)}</p>
      </EmptyState>
    )
  const needed = Math.max(figuresWidth, widestFigures(strips))
  const sizes = {
    '--all': `${7 + (milestones.length + 1) * (needed + edges)}em`,
    '--fitting': `${figuresWidth / needed}em`,
  } as CSSProperties
  return (
    <section
      aria-label={t(say.counties)}
      // What scrolls sideways on a phone can be scrolled by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
      tabIndex={0}
      className="overflow-x-auto md:overflow-hidden"
    >
      <table
        style={sizes}
        className="w-full min-w-(--all) print:min-w-0 table-fixed border-separate border-spacing-x-[0.3em] border-spacing-y-[0.15em] md:min-w-0"
      >
        <caption className="pb-[0.2em] text-start text-muted">{t(say.countiesAbout)}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky start-0 z-1 w-[7em] bg-page text-start font-normal text-muted"
            >
              {t(say.county)}
            </th>
            <th scope="col" className="truncate text-start font-normal text-muted">
              {t(say.flaggedOf)}
            </th>
            {milestones.map(({ id, name }) => (
              <th
                key={id}
                scope="col"
                title={name}
                className="truncate text-start font-normal text-muted"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counties.map((county) => (
            <tr key={county.id}>
              <th
                scope="row"
                className="sticky start-0 z-1 truncate bg-page text-start font-strong"
              >
                {county.name}
              </th>
              <td className="p-0">
                <FlaggedCell county={county} />
              </td>
              {milestones.map(({ id }) => (
                <td key={id} className="p-0">
                  <Cell cell={county.cells.find(({ milestoneId }) => milestoneId === id)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const figures = 'relative md:text-[length:var(--fitting)]'

function FlaggedCell({ county: { flagged, reports } }: { county: SituationCounty }) {
  const text = t(say.partOf, { part: flagged, whole: reports })
  return (
    <span
      title={text}
      className={`flex h-[1.5em] items-center gap-[0.3em] px-[0.3em] tabular-nums ${figures} ${flagged > 0 ? 'font-strong text-alarm' : 'text-muted'}`}
    >
      {flagged > 0 && <Icon name="flag" className="size-[0.7em]" />}
      <span aria-hidden="true">{`${flagged}/${reports}`}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** A bar fills the cell from the start by what is done, and from the end by what is late. */
function Cell({ cell }: { cell: SituationCounty['cells'][number] | undefined }) {
  if (!cell || cell.expected === 0) return <span className="block h-[1.5em] rounded-md bg-sunken" />
  const { done, expected, late } = cell
  const share = (count: number) => `${(100 * count) / expected}%`
  return (
    <span className="relative flex h-[1.5em] items-center justify-between gap-[0.3em] overflow-hidden rounded-md border border-line bg-surface px-[0.3em] tabular-nums">
      <span
        aria-hidden="true"
        style={{ width: share(done) }}
        className="absolute inset-y-0 start-0 bg-done-soft"
      />
      <span
        aria-hidden="true"
        style={{ width: share(late) }}
        className="absolute inset-y-0 end-0 bg-attention-soft"
      />
      <span className={`truncate ${figures}`} title={t(say.doneOf, { done, expected })}>
        <span aria-hidden="true">{`${done}/${expected}`}</span>
        <span className="sr-only">{t(say.doneOf, { done, expected })}</span>
      </span>
      {late > 0 && (
        <span
          className={`flex items-center gap-[0.15em] rounded-md bg-attention px-[0.2em] font-strong text-on-attention ${figures}`}
        >
          <Icon name="warning" className="size-[0.7em]" />
          <span aria-hidden="true">{late}</span>
          <span className="sr-only">{t(say.lateCount, { count: late })}</span>
        </span>
      )}
    </span>
  )
}
