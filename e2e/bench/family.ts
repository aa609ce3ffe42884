import type { Line } from './line.ts'

export interface Run {
  /** fewer agents and shorter windows; the verdicts are not reliable */
  readonly quick: boolean
  /** also measure 10,000 agents */
  readonly large: boolean
  /** duration of memory measurements; each family has its own default */
  readonly minutes: number | undefined
  /** prints progress to standard error */
  note(text: string): void
}

/** A group of lines that share a setup. */
export interface Family {
  /** for `--only` */
  readonly name: string
  /** too long to run by default */
  readonly onlyByName?: boolean
  run(run: Run): Promise<readonly Line[]>
}
