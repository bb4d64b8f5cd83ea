import { useQueries, useQuery } from '@tanstack/react-query'
import { type FormMeta, forms, type Question } from '#features/forms/contract.ts'
import { read } from '#kit/web/read/api.ts'

/** A question in the wording of a form version, or of the current one if no version is given or it has none. */
export type QuestionOf = (id: number, version?: number | null) => Question | undefined

/** The questions of every published form by id, as far as they are loaded. */
export function useQuestions(): ReadonlyMap<number, Question> {
  return byId(useVersions(useForms().map(({ id, currentVersion: version }) => ({ id, version }))))
}

/** Finds questions in the wording of these versions, of any form, including hidden ones. */
export function useWords(versions: Iterable<number | null>): QuestionOf {
  const published = useForms()
  const hidden = useForms(true)
  const newest = useQuestions()
  const wanted = [...new Set(versions)].filter((version) => version !== null)
  const questions = wanted.flatMap((version) =>
    [...published, ...hidden]
      .filter(({ currentVersion }) => version <= currentVersion)
      .map(({ id }) => ({ id, version })),
  )
  const read = useVersions(questions)
  const older = new Map(
    wanted.map((version) => [
      version,
      byId(read.filter((_, nth) => questions[nth]?.version === version)),
    ]),
  )
  return (id, version) => older.get(version ?? 0)?.get(id) ?? newest.get(id)
}

function useForms(draft = false): readonly FormMeta[] {
  const query = draft ? { draft } : {}
  const { data } = useQuery({ ...read(forms.list, { query }), staleTime: 300_000 })
  return data?.formVersions ?? []
}

type Version = { readonly id: FormMeta['id']; readonly version: number }

/** The questions of versions, in order, as far as they are loaded. */
const useVersions = (versions: readonly Version[]): (readonly Question[])[] =>
  useQueries({
    queries: versions.map(({ id, version }) => ({
      ...read(forms.get, { params: { id }, query: { version } }),
      // A published version never changes.
      staleTime: 'static' as const,
    })),
  }).map(({ data }) => (data ?? []).flatMap((section) => section.questions))

const byId = (questions: readonly (readonly Question[])[]): ReadonlyMap<number, Question> =>
  new Map(questions.flat().map((question) => [question.id, question]))
