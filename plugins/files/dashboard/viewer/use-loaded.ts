import { toError } from '@svc/dashboard-sdk'
import { useCallback, useEffect, useState } from 'react'

export interface Loaded<T> {
  readonly data: T | undefined
  readonly error: Error | undefined
  reload(): void
}

/** What `load` resolves to; `load` must be stable. Never cached: a file may change at any time. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: Error }>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads it again
  useEffect(() => {
    const abort = new AbortController()
    load(abort.signal).then(
      (data) => !abort.signal.aborted && setState({ data }),
      // What was loaded before stays: somebody may be editing it.
      (thrown) => !abort.signal.aborted && setState((before) => ({ ...before, error: toError(thrown) })),
    )
    return () => abort.abort()
  }, [load, attempt])
  return { data: state.data, error: state.error, reload: useCallback(() => setAttempt((before) => before + 1), []) }
}
