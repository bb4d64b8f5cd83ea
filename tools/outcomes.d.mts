/** The outcome of one test. */
type Result = {
  readonly name: string
  readonly why: string
  readonly outcome: 'passed' | 'retried' | 'failed'
}

export function resultsOnServer(report: object | undefined, root: string): Result[]
export function resultsInBrowser(report: object | undefined): Result[]
export function retriedTwice(file: string, results: readonly Result[]): string[]
