// A plain model of who owes what (owed.md), without SQL and without the product's own definition: small numbers, read
// from beginning to end for each question that is asked of it. Times are in any one unit.

type ModelShift = {
  readonly id: number
  readonly observer: number
  readonly station: number
  from: number
  until: number
  readonly isMobile: boolean
  /** The start of the shift that it took over, if it continues one. */
  readonly began?: number
}

type ModelMilestone = {
  readonly id: number
  readonly what:
    | { readonly kind: 'arrival' }
    | { readonly kind: 'station-info' }
    | { readonly kind: 'form'; readonly form: number }
    | { readonly kind: 'question'; readonly question: number }
    | {
        readonly kind: 'message'
        readonly sentTo: ReadonlySet<number>
        readonly openedBy: ReadonlySet<number>
      }
  readonly due: { readonly at: number } | { readonly after: number }
  readonly isOnce: boolean
  /** Undefined: all observers. */
  readonly audience?: {
    /** Areas of any level; empty: all. */
    readonly areas: readonly number[]
    /** Empty: all. */
    readonly ngos: readonly number[]
    readonly isAbroad: boolean | null
    readonly isMobile: boolean | null
  }
}

/** A report from a station: the answer to a question or, if undefined, station information. */
type Reported = {
  readonly observer: number
  readonly station: number
  readonly at: number
  readonly question: number | undefined
  /** The version of the form that the phone showed. */
  readonly version?: number
}

type ModelForm = {
  /** The questions of the published version. */
  readonly questions: readonly number[]
  /** The questions of each version. */
  readonly versions?: ReadonlyMap<number, readonly number[]>
  isPublished: boolean
  isAbroad: boolean
}

/** Questions that a phone may have shown. */
const questionsEver = ({ questions, versions }: ModelForm) => [
  ...questions,
  ...[...(versions?.values() ?? [])].flat(),
]

/** A small election. */
export class World {
  readonly stations = new Map<
    number,
    {
      place: number
      isOpen: boolean
      isAbroad: boolean
      /** All areas that contain it, innermost first. */
      areas: readonly number[]
    }
  >()
  readonly observers = new Map<number, { readonly ngo: number; isReal: boolean }>()
  readonly activeNgos = new Set<number>()
  readonly forms = new Map<number, ModelForm>()
  shifts: ModelShift[] = []
  milestones: ModelMilestone[] = []
  readonly spoken: Reported[] = []
  readonly excused: { readonly shift: number; readonly milestone: number }[] = []

  private placeOf(station: number) {
    return this.stations.get(station)?.place
  }

  private ngoOf(observer: number) {
    return this.observers.get(observer)?.ngo
  }

  /** At open stations, by real observers of active organisations. */
  private get counted(): ModelShift[] {
    return this.shifts.filter(({ station, observer }) => {
      const { place = 0 } = this.stations.get(station) ?? {}
      const { ngo = 0, isReal = false } = this.observers.get(observer) ?? {}
      return this.stations.get(place)?.isOpen === true && isReal && this.activeNgos.has(ngo)
    })
  }

  private areTogether(one: ModelShift, other: ModelShift) {
    return (
      this.placeOf(one.station) === this.placeOf(other.station) &&
      this.ngoOf(one.observer) === this.ngoOf(other.observer)
    )
  }

  /** Rules 2 and 11. */
  private dueFor({ due }: ModelMilestone, shift: ModelShift): number | undefined {
    if ('after' in due) {
      const { from, until, began = from } = shift
      if (began < from && began + due.after <= from) return undefined
      return until - from >= due.after ? from + due.after : undefined
    }
    if (shift.from < due.at && due.at <= shift.until) return due.at
    if (shift.from !== due.at) return undefined
    const leaves = this.counted.some(
      (other) => other.until === due.at && this.areTogether(shift, other),
    )
    return leaves ? undefined : due.at
  }

  /** An observer is in an audience without limits, or when every limit admits them. */
  private isInAudience({ audience }: ModelMilestone, shift: ModelShift): boolean {
    if (!audience) return true
    const { areas, ngos, isAbroad, isMobile } = audience
    const { areas: around = [] } = this.stations.get(this.placeOf(shift.station) ?? 0) ?? {}
    const limits = [
      areas.length === 0 || around.some((area) => areas.includes(area)),
      ngos.length === 0 || ngos.includes(this.ngoOf(shift.observer) ?? 0),
      isAbroad === null || this.stations.get(shift.station)?.isAbroad === isAbroad,
      isMobile === null || shift.isMobile === isMobile,
    ]
    return limits.every(Boolean)
  }

  /** Rule 1. */
  private isAsked({ what }: ModelMilestone, shift: ModelShift): boolean {
    if (what.kind === 'message') return what.sentTo.has(shift.observer)
    if (what.kind === 'arrival' || what.kind === 'station-info') return true
    const form = [...this.forms].find(([id, one]) =>
      what.kind === 'form' ? what.form === id : questionsEver(one).includes(what.question),
    )?.[1]
    if (!form || (what.kind === 'question' && !form.questions.includes(what.question))) return false
    const isAbroad = this.stations.get(shift.station)?.isAbroad === true
    return form.isPublished && (!form.isAbroad || isAbroad)
  }

  /** Rule 6: what was said for a shift. */
  private saidFor(shift: ModelShift): Reported[] {
    const own = this.counted.filter(
      (other) => other.observer === shift.observer && this.areTogether(shift, other),
    )
    return this.spoken.filter((spoken) => {
      if (spoken.observer !== shift.observer) return false
      if (this.placeOf(spoken.station) !== this.placeOf(shift.station)) return false
      const around = own.filter(({ from, until }) => from <= spoken.at && spoken.at < until)
      if (around.length > 0) return around.includes(shift)
      const away = ({ from, until }: ModelShift) =>
        spoken.at < from ? from - spoken.at : spoken.at - until
      const nearest = Math.min(...own.map(away))
      const first = Math.min(...own.filter((one) => away(one) === nearest).map(({ from }) => from))
      return away(shift) === nearest && shift.from === first
    })
  }

  /** Rule 7: the questions of the newest version that the phone showed. */
  private askedOf(form: number, reports: readonly Reported[]): readonly number[] {
    const one = this.forms.get(form)
    if (!one?.versions) return one?.questions ?? []
    const own = new Set(questionsEver(one))
    const shown = reports.flatMap(({ question, version = 0 }) =>
      question !== undefined && own.has(question) ? [version] : [],
    )
    return one.versions.get(Math.max(...shown)) ?? []
  }

  /** Rules 6 and 7: progress (0 nothing, 1 partly, 2 done) by the reports of the shift's observer. */
  private progressOf({ what }: ModelMilestone, shift: ModelShift): number {
    if (what.kind === 'message') return what.openedBy.has(shift.observer) ? 2 : 0
    const reports = this.saidFor(shift)
    if (what.kind === 'arrival') return reports.length > 0 ? 2 : 0
    const needed: readonly (number | undefined)[] = {
      'station-info': () => [undefined],
      question: () => ('question' in what ? [what.question] : []),
      form: () => ('form' in what ? this.askedOf(what.form, reports) : []),
    }[what.kind]()
    const done = needed.filter((question) => reports.some((one) => one.question === question))
    if (done.length === 0) return 0
    return done.length === needed.length ? 2 : 1
  }

  /** Rule 3: the shifts that are one piece of work with this one. */
  teamOf(shift: ModelShift): ModelShift[] {
    if (!shift.isMobile) return [shift]
    return this.shifts.filter(
      ({ observer, from, until, isMobile }) =>
        isMobile && observer === shift.observer && from === shift.from && until === shift.until,
    )
  }

  nameOf(shift: ModelShift): string {
    return `of ${Math.min(...this.teamOf(shift).map(({ id }) => id))}`
  }

  /** Each owed pair, as `of <first shift> <milestone> due <minutes> <progress>`, and whether it is excused. */
  owed(): string[] {
    const lines = this.milestones.flatMap((milestone) => {
      const owing = this.counted.filter(
        (shift) =>
          this.dueFor(milestone, shift) !== undefined &&
          this.isInAudience(milestone, shift) &&
          this.isAsked(milestone, shift),
      )
      const progressFor = (shift: ModelShift): number => {
        const due = this.dueFor(milestone, shift)
        const together = milestone.isOnce
          ? owing.filter(
              (other) => this.areTogether(shift, other) && this.dueFor(milestone, other) === due,
            )
          : [shift]
        return Math.max(...together.map((one) => this.progressOf(milestone, one)))
      }
      return owing.map((shift) => {
        const team = this.teamOf(shift).filter((one) => owing.includes(one))
        const progress = Math.max(...team.map(progressFor))
        const isExcused = team.some(({ id }) =>
          this.excused.some((one) => one.shift === id && one.milestone === milestone.id),
        )
        return owedLine({
          ...{ name: this.nameOf(shift), milestone: milestone.id, progress, isExcused },
          due: this.dueFor(milestone, shift) ?? 0,
        })
      })
    })
    return [...new Set(lines)].toSorted()
  }
}

/** An expectation, in the form in which model and product are compared. */
export const owedLine = ({
  name,
  milestone,
  due,
  progress,
  isExcused,
}: {
  readonly name: string
  readonly milestone: number
  readonly due: number
  readonly progress: number
  readonly isExcused: boolean
}): string => `${name} ${milestone} due ${due} ${progress}${isExcused ? ' excused' : ''}`
