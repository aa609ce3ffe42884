/** Why the program cannot start, as one sentence for the person who started it. */
export class BootError extends Error {
  readonly exitCode: number

  constructor(sentence: string, exitCode = 1) {
    super(sentence)
    this.name = 'BootError'
    this.exitCode = exitCode
  }
}

/** An error that another start would meet again: exit code 78 (EX_CONFIG), so that service supervisors do not retry. */
export class PermanentError extends BootError {
  constructor(sentence: string) {
    super(sentence, 78)
    this.name = 'PermanentError'
  }
}

/** The sentence of whatever was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
