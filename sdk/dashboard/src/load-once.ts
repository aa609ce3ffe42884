const failures = new Set<() => void>()

/**
 * Loads once and shares the promise. Failures are cached too, otherwise a suspended component would retry in an endless
 * loop; `clearFailedLoads` allows another attempt. Components that render after the load don't suspend.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    if (loading) return loading
    const promise = load()
    promise.then(
      // React's `use` sets these fields itself; without them it suspends even for a fulfilled promise
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      // also prevents an unhandled rejection
      () =>
        failures.add(() => {
          loading = undefined
        }),
    )
    loading = promise
    return promise
  }
}

/** Whether an import failed because its file is unreachable or from an older build: the messages of browsers and Vite. */
export const isMissingCode = ({ message }: Error): boolean =>
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/.test(
    message,
  )

/** Forgets failed loads, so that the next use tries again. */
export function clearFailedLoads(): void {
  for (const forget of failures) forget()
  failures.clear()
}
