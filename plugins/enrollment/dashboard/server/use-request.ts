import { ApiError } from '@svc/dashboard-sdk'
import { useCallback, useState } from 'react'

/** Runs requests and tracks their state, for dialogs that show errors inline. */
export function useRequest() {
  const [state, setState] = useState<{ busy: boolean; failure: ApiError | undefined }>({
    busy: false,
    failure: undefined,
  })
  /** Returns the result, or undefined if it failed. */
  const run = useCallback(async <T>(request: () => Promise<T>): Promise<T | undefined> => {
    setState({ busy: true, failure: undefined })
    try {
      const result = await request()
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
