/** Exit code that stops the service manager from restarting the agent (EX_CONFIG). */
export const fatalExitCode = 78

/**
 * An error that retrying cannot fix, such as an invalid configuration value or a rejected enrollment code. `message` tells
 * the user what to change and never contains a secret.
 */
export class FatalError extends Error {
  override readonly name = 'FatalError'
}

/** The message of an error for logs, with its code if the message lacks it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = (error as NodeJS.ErrnoException).code
  return typeof code === 'string' && !error.message.includes(code) ? `${code}: ${error.message}` : error.message
}
