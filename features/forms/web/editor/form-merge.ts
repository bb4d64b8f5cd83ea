import {
  type Draft,
  type DraftQuestion,
  type DraftSection,
  type Key,
  questionsOf,
} from './form-parts.ts'

export type Side = 'mine' | 'theirs'
/** The chosen side of each conflict; by default mine. */
export type Choices = ReadonlyMap<string, Side>

type PartKind = 'form' | 'section' | 'question' | 'option'

/** A field that both changed differently, or a part that one changed and the other removed. */
export type Conflict = {
  readonly id: string
  readonly kind: PartKind
  /** The part's name, where both know it. */
  readonly name: string
  /** Undefined: one side has removed the part. */
  readonly field: string | undefined
  /** Undefined: removed. */
  readonly mine: unknown
  readonly theirs: unknown
}

export type Merged = { readonly draft: Draft; readonly conflicts: readonly Conflict[] }

const fields = {
  form: ['code', 'description', 'details', 'diaspora', 'series'],
  section: ['code', 'description', 'shownIf'],
  question: [
    ...(['code', 'text', 'hint', 'kind', 'isRequired', 'min', 'max', 'unit'] as const),
    ...(['shownIf', 'checks'] as const),
  ],
  option: ['text', 'hint', 'isFreeText', 'isFlagged'],
} as const satisfies Record<PartKind, readonly string[]>

/**
 * Three-way merge of a form, part by part. A change, addition, move or removal by one side is applied. A change by
 * both sides is a conflict, and my version stays until the user chooses: ignoring conflicts loses no input.
 */
export function merge(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  choices: Choices = new Map(),
): Merged {
  const conflicts: Conflict[] = []
  const own = withTwins(mine, base, theirs)
  const merger = new Merger(base, own, theirs, (conflict) => {
    conflicts.push(conflict)
    return choices.get(conflict.id) ?? 'mine'
  })
  return { draft: merger.form(), conflicts }
}

type Decide = (conflict: Conflict) => Side
type KeyedPart = { readonly key: Key }
type MergeSides<P> = {
  readonly was: P | undefined
  readonly mine: P | undefined
  readonly theirs: P | undefined
}

class Merger {
  readonly #base: Draft
  readonly #mine: Draft
  readonly #theirs: Draft
  readonly #decide: Decide
  readonly #parents: (question: Key) => Key | undefined
  readonly #isMoved: (question: Key) => boolean

  constructor(base: Draft, mine: Draft, theirs: Draft, decide: Decide) {
    this.#base = base
    this.#mine = mine
    this.#theirs = theirs
    this.#decide = decide
    const [was, here, there] = [base, mine, theirs].map(parentsOf)
    this.#isMoved = (key) => was?.get(key) !== (here?.get(key) ?? there?.get(key))
    // A question moved by one side goes where that side put it.
    this.#parents = (key) => {
      const [a, b, c] = [was?.get(key), here?.get(key), there?.get(key)]
      return b === undefined || (b === a && c !== undefined) ? c : b
    }
  }

  form(): Draft {
    const all = { was: this.#base, mine: this.#mine, theirs: this.#theirs }
    const merged = this.#fields('form', 'form', { ...all })
    const sections = inOrder(this.#base.sections, this.#mine.sections, this.#theirs.sections)
    return {
      ...merged,
      revision: this.#theirs.revision,
      sections: sections.flatMap((key) => this.#section(key)),
    }
  }

  #section(key: Key): DraftSection[] {
    const versions = {
      was: find(this.#base.sections, key),
      mine: find(this.#mine.sections, key),
      theirs: find(this.#theirs.sections, key),
    }
    const kept = this.#alive('section', versions)
    if (!kept) return []
    const [was, mine, theirs] = [this.#base, this.#mine, this.#theirs].map((draft) =>
      questionsOf(draft).filter((question) => this.#parents(question.key) === key),
    )
    const isWhole = !(versions.mine && versions.theirs)
    const questions = inOrder(was ?? [], mine ?? [], theirs ?? [])
    return [
      {
        ...this.#fields('section', key, versions),
        questions: questions.flatMap((each) => this.#question(each, isWhole)),
      },
    ]
  }

  /** `isWhole`: one side removed its section, which is kept with its content. */
  #question(key: Key, isWhole: boolean): DraftQuestion[] {
    const [was, mine, theirs] = [this.#base, this.#mine, this.#theirs].map((draft) =>
      find(questionsOf(draft), key),
    )
    const versions = { was, mine, theirs }
    const kept = isWhole ? (mine ?? theirs) : this.#alive('question', versions)
    if (!kept) return []
    const isAlone = !(mine && theirs)
    const options = inOrder(was?.options ?? [], mine?.options ?? [], theirs?.options ?? [])
    return [
      {
        ...this.#fields('question', key, versions),
        options: options.flatMap((each) => {
          const own = {
            was: find(was?.options ?? [], each),
            mine: find(mine?.options ?? [], each),
            theirs: find(theirs?.options ?? [], each),
          }
          const isThere = isAlone ? (own.mine ?? own.theirs) : this.#alive('option', own)
          return isThere ? [this.#fields('option', each, own)] : []
        }),
      },
    ]
  }

  /** The part; undefined if one side removed it and the other left it unchanged. */
  #alive<P extends KeyedPart>(kind: PartKind, { was, mine, theirs }: MergeSides<P>): P | undefined {
    const there = mine ?? theirs
    if (!was || (mine && theirs) || !there) return there
    if (isEqual(was, there) && !this.#isMoved(there.key)) return undefined
    const conflict = { id: `${there.key}:removed`, kind, name: nameOf(there), field: undefined }
    const side = this.#decide({ ...conflict, mine, theirs })
    return side === 'mine' ? mine : theirs
  }

  #fields<P extends object>(kind: PartKind, id: string, { was, mine, theirs }: MergeSides<P>): P {
    const one = (mine ?? theirs) as P
    if (!was || !mine || !theirs) return one
    const merged = { ...mine } as Record<string, unknown>
    for (const field of fields[kind]) {
      const [a, b, c] = [was, mine, theirs].map((part) => (part as Record<string, unknown>)[field])
      if (isEqual(b, c) || isEqual(c, a)) continue
      const conflict = { id: `${id}:${field}`, kind, name: nameOf(was), field, mine: b, theirs: c }
      if (isEqual(b, a) || this.#decide(conflict) === 'theirs') merged[field] = c
    }
    return merged as P
  }
}

const find = <P extends KeyedPart>(all: readonly P[], key: Key) =>
  all.find((each) => each.key === key)
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const nameOf = (part: object): string => {
  const { code, text, description } = part as { code?: string; text?: string; description?: string }
  return code || text || description || ''
}

const parentsOf = ({ sections }: Draft): ReadonlyMap<Key, Key> =>
  new Map(
    sections.flatMap(({ key, questions }) => questions.map((each) => [each.key, key] as const)),
  )

/**
 * The keys of both lists, in the order of the side that moved any (mine if both did). Each additional key of the other
 * side comes after its predecessor there.
 */
function inOrder(
  was: readonly KeyedPart[],
  mine: readonly KeyedPart[],
  theirs: readonly KeyedPart[],
): Key[] {
  const keys = (all: readonly KeyedPart[]) => all.map(({ key }) => key)
  const [before, here, there] = [keys(was), keys(mine), keys(theirs)]
  const isMoved = !isEqual(
    before.filter((key) => here.includes(key)),
    here.filter((key) => before.includes(key)),
  )
  const [lead, other] = isMoved ? [here, there] : [there, here]
  const ordered = [...lead]
  for (const [place, key] of other.entries()) {
    if (ordered.includes(key)) continue
    const previous = other.slice(0, place).findLast((each) => ordered.includes(each))
    ordered.splice(previous === undefined ? 0 : ordered.indexOf(previous) + 1, 0, key)
  }
  return ordered
}

/**
 * My draft, with identical new parts of both sides merged: I saved them earlier myself, or both of us were asked to
 * add them.
 */
function withTwins(mine: Draft, base: Draft, theirs: Draft): Draft {
  const known = new Set(base.sections.map(({ key }) => key))
  const keys = new Set(questionsOf(base).map(({ key }) => key))
  const taken = new Set<Key>()
  const twinOf = <P extends KeyedPart>(
    part: P & { id: number | null },
    all: readonly P[],
    old: Set<Key>,
  ) => {
    if (part.id !== null) return part
    const twin = all.find(
      (each) => !old.has(each.key) && !taken.has(each.key) && textOf(each) === textOf(part),
    )
    if (twin) taken.add(twin.key)
    return twin ?? part
  }
  const questions = questionsOf(theirs)
  const options = new Set(questionsOf(base).flatMap((each) => each.options.map(({ key }) => key)))
  const question = (one: DraftQuestion): DraftQuestion => {
    const own = twinOf(one, questions, keys)
    const others = find(questions, one.key)?.options ?? []
    if (own !== one) return own
    return { ...one, options: one.options.map((each) => twinOf(each, others, options)) }
  }
  return {
    ...mine,
    sections: mine.sections.map((section) => {
      const own = twinOf(section, theirs.sections, known)
      return own === section ? { ...section, questions: section.questions.map(question) } : own
    }),
  }
}

/** A part's content, without its identity. */
const textOf = (part: object) =>
  JSON.stringify(part, (name, value) => (name === 'key' || name === 'id' ? undefined : value))
