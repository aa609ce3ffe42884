const failures = new Set<() => void>()

/**
 * Loads once, whoever asks first. What failed stays failed for all who ask, or a part that suspends on it would ask for
 * ever; `forgetFailures` lets it be loaded again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    if (loading) return loading
    loading = load()
    // also keeps a failure quiet that nobody waits for
    loading.catch(() =>
      failures.add(() => {
        loading = undefined
      }),
    )
    return loading
  }
}

/** Whether code is missing rather than wrong: away, or replaced by another build. In the words of three browsers and Vite. */
export const isMissingCode = ({ message }: Error): boolean =>
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/.test(
    message,
  )

/** Somebody wants another attempt: what could not be loaded is loaded again when it is asked for. */
export function forgetFailures(): void {
  for (const forget of failures) forget()
  failures.clear()
}
