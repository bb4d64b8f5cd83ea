import { Problem } from '#kit/contract/problem.ts'
import type { TelephoneAnswer } from '../contract.ts'

/** An answer that is not stored yet: its text is being typed, it waits for those before it, or it was refused. */
export type UnsavedAnswer = {
  readonly answer: TelephoneAnswer
  readonly state: 'typing' | 'waiting' | 'failed'
  readonly problem?: Problem
}

export type Unsaved = ReadonlyMap<number, UnsavedAnswer>

/**
 * The answers that are not stored yet, by question. They are sent one after the other, so that the last choice for a
 * question is the last to arrive; one that fails stays until it is sent again.
 */
export function unsavedAnswers(send: (answer: TelephoneAnswer) => Promise<unknown>) {
  let all: Unsaved = new Map()
  let isSending = false
  const listeners = new Set<() => void>()

  const put = (questionId: number, unsaved: UnsavedAnswer | undefined) => {
    const next = new Map(all)
    if (unsaved) next.set(questionId, unsaved)
    else next.delete(questionId)
    all = next
    for (const listener of listeners) listener()
  }

  const sendOne = async (sent: UnsavedAnswer) => {
    const { questionId } = sent.answer
    // The clerk may have chosen otherwise meanwhile: then that is sent next.
    const isLast = () => all.get(questionId) === sent
    try {
      await send(sent.answer)
      if (isLast()) put(questionId, undefined)
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem
      if (isLast()) put(questionId, { ...sent, state: 'failed', problem })
    }
  }

  const sendAll = async () => {
    if (isSending) return
    isSending = true
    const waiting = () => [...all.values()].find(({ state }) => state === 'waiting')
    try {
      for (let next = waiting(); next; next = waiting()) await sendOne(next)
    } finally {
      isSending = false
    }
  }

  const again = (of: (unsaved: UnsavedAnswer) => boolean) => {
    for (const [questionId, unsaved] of all)
      if (of(unsaved)) put(questionId, { answer: unsaved.answer, state: 'waiting' })
    void sendAll()
  }

  return {
    read: () => all,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Keeps what is being typed; `save` sends it. */
    type: (answer: TelephoneAnswer) => put(answer.questionId, { answer, state: 'typing' }),
    save: (answer: TelephoneAnswer) => {
      put(answer.questionId, { answer, state: 'waiting' })
      void sendAll()
    },
    saveTyped: (questionId: number) =>
      again(({ answer, state }) => answer.questionId === questionId && state === 'typing'),
    saveAllTyped: () => again(({ state }) => state === 'typing'),
    retry: () => again(({ state }) => state === 'failed'),
  }
}
