import type { Line } from './line.ts'

export interface Run {
  /** fewer agents and shorter windows: for a look, not for a verdict */
  readonly quick: boolean
  /** also 10,000 agents */
  readonly large: boolean
  /** how long memory is watched, where it is; each family has its own default */
  readonly minutes: number | undefined
  /** says what is going on, apart from the lines */
  note(text: string): void
}

/** Lines that share a set-up. */
export interface Family {
  /** for `--only` */
  readonly name: string
  /** takes too long to be measured unless it is asked for */
  readonly onlyByName?: boolean
  run(run: Run): Promise<readonly Line[]>
}
