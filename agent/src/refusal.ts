/** The exit code that tells a service unit not to restart the program: only a person can fix the cause. */
export const refusedExitCode = 78

/**
 * The agent cannot work until a person changes something: a wrong configuration value or a rejected enrollment code.
 * `message` is one sentence for that person and never holds a secret.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** The reason of a failed system call or request in words that hold no payload: the code if there is one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = (error as NodeJS.ErrnoException).code
  return typeof code === 'string' && !error.message.includes(code) ? `${code}: ${error.message}` : error.message
}
