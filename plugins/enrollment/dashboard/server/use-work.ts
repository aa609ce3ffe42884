import { ApiError } from '@svc/dashboard-sdk'
import { useCallback, useState } from 'react'

/** Runs requests one after the other, for dialogs that show in place what failed. */
export function useWork() {
  const [state, setState] = useState<{ busy: boolean; failure: ApiError | undefined }>({
    busy: false,
    failure: undefined,
  })
  /** The result, or undefined when it failed. */
  const run = useCallback(async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setState({ busy: true, failure: undefined })
    try {
      const result = await work()
      setState({ busy: false, failure: undefined })
      return result
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setState({ busy: false, failure: cause })
      return undefined
    }
  }, [])
  return { ...state, run }
}
