import { useEffect, useRef, useState } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import { call } from '#kit/web/api.ts'
import { history } from '../contract.ts'

type Step = Reply<typeof history.prove>

/** What is known of the chain: how far it was gone through, and how that ended. */
export type Proving =
  | { readonly state: 'running' | 'whole'; readonly position: number; readonly hash: string }
  | { readonly state: 'broken'; readonly broken: NonNullable<Step['broken']> }
  | { readonly state: 'failed'; readonly problem: Problem }

/** Goes through the whole chain, call by call, until it ends, breaks, or somebody stops it. */
export function useProof() {
  const [proving, setProving] = useState<Proving>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setProving({ state: 'running', position: 0, hash: '' })
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

async function goThrough(signal: AbortSignal, tell: (proving: Proving) => void): Promise<void> {
  let step: Step | undefined
  do {
    step = await call(history.prove, { query: step ? afterOf(step) : {} }, signal)
    tell(stateOf(step))
  } while (!step.isEnd && !step.broken)
}

const afterOf = ({ historyId, position, hash }: Step) => ({ historyId, position, hash })

const stateOf = ({ broken, isEnd, position, hash }: Step): Proving =>
  broken ? { state: 'broken', broken } : { state: isEnd ? 'whole' : 'running', position, hash }
