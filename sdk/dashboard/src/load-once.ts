const failures = new Set<() => void>()

/**
 * Loads once, whoever asks first. What failed stays failed for all who ask, or a part that suspends on it would ask for
 * ever; `clearFailedLoads` lets it be loaded again. A part that comes when it is loaded does not suspend.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    if (loading) return loading
    const begun = load()
    begun.then(
      // as React's `use` marks what it has waited for: of a promise without the mark it waits even when it is fulfilled
      (value) => Object.assign(begun, { status: 'fulfilled', value }),
      // also keeps a failure quiet that nobody waits for
      () =>
        failures.add(() => {
          loading = undefined
        }),
    )
    loading = begun
    return begun
  }
}

/** Whether code is missing rather than wrong: away, or replaced by another build. In the words of three browsers and Vite. */
export const isMissingCode = ({ message }: Error): boolean =>
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/.test(
    message,
  )

/** Somebody wants another attempt: what could not be loaded is loaded again when it is asked for. */
export function clearFailedLoads(): void {
  for (const forget of failures) forget()
  failures.clear()
}
