import { plain } from '../details-domain.ts'
import type { Asked } from '../kind-contract.ts'
import { rulesOf } from '../kind-domain.ts'
import { most, type Row } from './rows-domain.ts'
import { ownColumns, type RowType, rangeOf, readLimits } from './xlsform-domain.ts'

/** How a question by value is answered; its own columns become known. */
export function answeredBy(
  cells: Row['cells'],
  type: Extract<RowType, { is: 'value' | 'range' }>,
  known: Set<string>,
): Asked {
  if (type.is === 'range') return ranged(cells, known)
  if (type.kind === 'line') return written(cells, known)
  if (!rulesOf(type.kind).hasLimits) return { ...plain, kind: type.kind }
  known.add(ownColumns.unit)
  const limits = readLimits(cells.get('constraint') ?? '', type.kind === 'whole')
  if (limits) known.add('constraint')
  const unit = (cells.get(ownColumns.unit) ?? '').slice(0, most.unit)
  return { ...plain, kind: type.kind, ...limits, unit }
}

function written(cells: Row['cells'], known: Set<string>): Asked {
  const isLong = cells.has('rows') || cells.get('appearance') === 'multiline'
  known.add('rows')
  if (isLong) known.add('appearance')
  return { ...plain, kind: isLong ? 'text' : 'line' }
}

/** A range from 1 to at most 10 is a rating, any other one a number. */
function ranged(cells: Row['cells'], known: Set<string>): Asked {
  const { start, end, step } = rangeOf(cells.get('parameters') ?? '')
  if (step === 1) known.add('parameters')
  if (start === 1 && step === 1 && end >= 2 && end <= 10 && Number.isInteger(end)) {
    known.add('appearance')
    return { ...plain, kind: 'rating', min: 1, max: end }
  }
  const isWhole = [start, end, step].every(Number.isInteger)
  return { ...plain, kind: isWhole ? 'whole' : 'decimal', min: start, max: end }
}
