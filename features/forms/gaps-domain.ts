/** As much of a form as tells whether it can be shown to observers. */
export type Content = {
  readonly code?: string | undefined
  readonly formSections?:
    | readonly { readonly questions: readonly { readonly text: string }[] }[]
    | undefined
}

/** Something without which a form cannot be published: where it is missing, and what is. */
export type Gap = { readonly path: readonly (string | number)[]; readonly message: string }

/** What is missing of a form, in its order; what it does not mention is not missing. */
export function gapsOf({ code, formSections }: Content): Gap[] {
  const questions = formSections?.flatMap((section, s) =>
    section.questions.map(({ text }, q) => ({
      text,
      path: ['formSections', s, 'questions', q, 'text'],
    })),
  )
  return [
    ...(code === '' ? [{ path: ['code'], message: 'A published form has a code' }] : []),
    ...(questions?.length === 0
      ? [{ path: ['formSections'], message: 'A published form has a question' }]
      : []),
    ...(questions ?? [])
      .filter(({ text }) => text === '')
      .map(({ path }) => ({ path, message: 'A published question has a text' })),
  ]
}
