import { expect, test } from 'vitest'
import { Problem } from '#kit/contract/problem.ts'
import type { TelephoneAnswer } from '../contract.ts'
import { unsavedAnswers } from './unsaved-answers.ts'

const chosen = (questionId: number, ...options: number[]): TelephoneAnswer => ({
  questionId,
  options: options.map((optionId) => ({ optionId })),
})

type Reply = { readonly resolve: () => void; readonly reject: (problem: Problem) => void }

/** A server that answers on command. */
function server() {
  const sent: TelephoneAnswer[] = []
  const open: Reply[] = []
  const told = unsavedAnswers((answer) => {
    sent.push(answer)
    return new Promise<void>((resolve, reject) => open.push({ resolve, reject }))
  })
  const settle = async (act: (reply: Reply) => void) => {
    act(open.shift()!)
    await new Promise(setImmediate)
  }
  return {
    ...{ sent, told },
    accept: () => settle((reply) => reply.resolve()),
    refuse: () => settle((reply) => reply.reject(new Problem('thing.not-found'))),
    states: () => [...told.read()].map(([id, { state }]) => [id, state]),
  }
}

test('sends answers one after the other, and only the last choice of a question', async () => {
  const { told, sent, accept, states } = server()
  told.save(chosen(7, 1))
  told.save(chosen(8, 5))
  told.save(chosen(7, 2))
  told.save(chosen(7, 3))
  expect(sent).toEqual([chosen(7, 1)])

  await accept()
  await accept()
  await accept()

  expect(sent).toEqual([chosen(7, 1), chosen(7, 3), chosen(8, 5)])
  expect(states()).toEqual([])
})

test('keeps an answer that failed until it is sent again, and sends the others', async () => {
  const { told, sent, accept, refuse, states } = server()
  told.save(chosen(7, 1))
  told.save(chosen(8, 5))

  await refuse()
  await accept()
  expect(states()).toEqual([[7, 'failed']])
  told.retry()
  await accept()

  expect(sent).toEqual([chosen(7, 1), chosen(8, 5), chosen(7, 1)])
  expect(states()).toEqual([])
})

test('keeps a text that is being typed, and sends it once it is finished', async () => {
  const { told, sent, accept, states } = server()
  told.type(chosen(7, 1))
  expect([sent, states()]).toEqual([[], [[7, 'typing']]])

  told.saveTyped(7)
  await accept()
  told.type(chosen(8, 5))
  told.saveAllTyped()
  await accept()

  expect(sent).toEqual([chosen(7, 1), chosen(8, 5)])
  expect(states()).toEqual([])
})
