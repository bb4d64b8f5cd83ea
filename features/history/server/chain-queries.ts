import type { Database } from '#database/open.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { BrokenLink } from '../contract.ts'
import { beginning, type ChainPosition, proveLinks } from '../proof-domain.ts'
import { listMentions } from './head-queries.ts'
import { hashing } from './links.ts'
import { findErasedUnsaid } from './proof/proof-queries.ts'
import { listLinks } from './proof/raw-queries.ts'

/** Batch size where no request waits for the process. */
const usual = 10_000

/** A head that existed once, and the source that mentions it. */
export type ClaimedHead = {
  readonly from: string
  readonly position: number
  readonly hash: string
}

/** A chain that was checked: how far it is valid, and what is wrong. */
export type ChainProof = { readonly reached: ChainPosition; readonly wrong: readonly string[] }

export type Following = {
  /** Told how many links are valid so far. */
  report(links: number): Promise<void>
  readonly signal?: AbortSignal | undefined
  readonly linksAtOnce?: number | undefined
}

/**
 * Recomputes the whole chain from its lines, and compares it with its seals, with the heads mentioned in
 * history, and with heads kept elsewhere.
 */
export async function proveChain(
  { db }: Pick<Database, 'db'>,
  kept: readonly ClaimedHead[],
  { report, signal, linksAtOnce: batch = usual }: Following,
): Promise<ChainProof> {
  const heads = (await listMentions(db)).map(({ lineId, ...head }) => ({
    from: `line ${lineId} of history`,
    ...head,
  }))
  const claims = groupBy([...kept, ...heads], ({ position }) => position)
  const unlike: string[] = []
  let reached = beginning
  for (let isEnd = false; !isEnd; ) {
    signal?.throwIfAborted()
    const links = await listLinks(db, reached.historyId, batch)
    const proved = proveLinks(reached, links, hashing)
    reached = proved.reached
    for (const { position, hash } of proved.fitting) {
      const here = claims.get(position) ?? []
      unlike.push(...here.filter((head) => head.hash !== hash).map(sayUnlike))
      claims.delete(position)
    }
    if (proved.broken) return { reached, wrong: [...unlike, sayBroken(proved.broken)] }
    await report(reached.position)
    isEnd = links.length < batch
  }
  const erased = await findErasedUnsaid(db)
  const { position } = reached
  if (erased) unlike.push(sayBroken({ position, historyId: erased, fault: 'erased' }))
  return { reached, wrong: [...unlike, ...[...claims.values()].flat().map(sayCut)] }
}

const sayUnlike = ({ from, position }: ClaimedHead) =>
  `${from}: the chain had another link at ${position}: all of it was made anew`

const sayCut = ({ from, position }: ClaimedHead) =>
  `${from}: the chain ends before its link ${position}: it was cut`

const sayBroken = ({ position, historyId, fault }: BrokenLink) =>
  `link ${position} is broken: ${historyId === null ? 'a line' : `line ${historyId}`} was ${fault}`
