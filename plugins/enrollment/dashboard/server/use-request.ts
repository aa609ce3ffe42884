import { ApiError } from '@svc/dashboard-sdk'
import { useCallback, useState } from 'react'

/** Runs requests and tracks their state, for dialogs that show errors inline. */
export function useRequest() {
  const [state, setState] = useState<{ busy: boolean; error: ApiError | undefined }>({
    busy: false,
    error: undefined,
  })
  /** Returns the result, or undefined if it failed. */
  const run = useCallback(async <T>(request: () => Promise<T>): Promise<T | undefined> => {
    setState({ busy: true, error: undefined })
    try {
      const result = await request()
      setState({ busy: false, error: undefined })
      return result
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setState({ busy: false, error: cause })
      return undefined
    }
  }, [])
  return { ...state, run }
}
