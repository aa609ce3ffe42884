/** Invalid configuration; the program cannot start. The message never quotes the text of a file, which may hold secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Runs `read` and rethrows a `ConfigError` as `ErrorClass`, the program's own error. */
export function wrapConfigErrors<T>(ErrorClass: new (message: string) => Error, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ConfigError ? new ErrorClass(error.message) : error
  }
}
