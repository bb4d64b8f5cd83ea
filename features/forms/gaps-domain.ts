/** As much of a form as decides whether it can be published. */
export type Content = {
  readonly code?: string | undefined
  readonly formSections?:
    | readonly { readonly questions: readonly { readonly text: string }[] }[]
    | undefined
}

/** Something without which a form cannot be published: where, and what is missing. */
export type Gap = { readonly path: readonly (string | number)[]; readonly message: string }

/** The gaps of a form, in its order; parts that are not mentioned are no gaps. */
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
