import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { call } from '#kit/web/read/api.ts'
import { type BrokenLink, history } from '../contract.ts'
import { beginning, type ChainPosition, type Hashing, proveLinks } from '../proof-domain.ts'

/** The progress of the check of the chain, and its result. */
export type Proving =
  | { readonly state: 'running' | 'whole'; readonly position: number; readonly hash: string }
  | { readonly state: 'broken'; readonly broken: BrokenLink }
  | { readonly state: 'failed'; readonly problem: Problem }

/** Checks the whole chain, call by call, until it ends, breaks, or the user stops it. */
export function useProof() {
  const [proving, setProving] = useState<Proving>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setProving({ state: 'running', ...beginning })
    try {
      await goThrough(controller.signal, setProving)
    } catch (failure) {
      if (controller.signal.aborted) return
      const problem = failure instanceof Problem ? failure : new Problem('server.failed')
      setProving({ state: 'failed', problem })
    }
  }
  const stop = () => {
    running.current?.abort()
    setProving(undefined)
  }
  return { proving, start, stop }
}

/**
 * The browser's own SHA-256 works only on pages loaded over https, and returns a promise for each text: a proof would
 * need millions.
 */
const hashing: Hashing = {
  ofText: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  ofSeal: (previous, text) =>
    bytesToHex(sha256(concatBytes(hexToBytes(previous), utf8ToBytes(text)))),
}

/** Every seal is recomputed here, from the line as stored in its table. */
async function goThrough(signal: AbortSignal, report: (proving: Proving) => void): Promise<void> {
  for (let reached: ChainPosition = beginning; ; ) {
    const step = await call(history.links, { query: { after: reached.historyId } }, signal)
    const proved = proveLinks(reached, step.links, hashing)
    reached = proved.reached
    const broken = proved.broken ?? erasedUnsaid(reached, step.erasedUnsaid)
    if (broken) return report({ state: 'broken', broken })
    report({ state: step.isEnd ? 'whole' : 'running', ...reached })
    if (step.isEnd) return
  }
}

const erasedUnsaid = (
  { position }: ChainPosition,
  historyId: number | null,
): BrokenLink | undefined =>
  historyId === null ? undefined : { position, historyId, fault: 'erased' }
