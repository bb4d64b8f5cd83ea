import { useQueries, useQuery } from '@tanstack/react-query'
import { forms, type Question } from '#features/forms/contract.ts'
import { read } from '#kit/web/api.ts'

/** The questions of every published form by id, as far as they are read. */
export function useQuestions(): ReadonlyMap<number, Question> {
  const published = useQuery({ ...read(forms.list, { query: {} }), staleTime: 300_000 })
  const opened = useQueries({
    queries: (published.data?.formVersions ?? []).map(({ id, currentVersion: version }) => ({
      ...read(forms.get, { params: { id }, query: { version } }),
      // A published version never changes.
      staleTime: 'static' as const,
    })),
  })
  const questions = opened.flatMap(({ data }) => data ?? []).flatMap((section) => section.questions)
  return new Map(questions.map((question) => [question.id, question]))
}
