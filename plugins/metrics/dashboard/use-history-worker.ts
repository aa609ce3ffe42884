import { ApiError } from '@svc/dashboard-sdk'
import { startTransition, useEffect, useRef, useState } from 'react'
import type { HistoryRequest } from './build-history.ts'
import type { WorkerRequest, WorkerResponse } from './history-worker.ts'
import type { PackedHistory } from './packed-history.ts'

/** A request and its outcome. */
type HistoryState = { readonly request: HistoryRequest; readonly result?: PackedHistory; readonly error?: ApiError }

/** Processes `request` in a worker; results of older requests are ignored. `retry` starts over. */
export function useHistoryWorker(
  request: HistoryRequest | undefined,
): Omit<HistoryState, 'request'> & { retry: () => void } {
  const [state, setState] = useState<HistoryState>()
  const [attempt, setAttempt] = useState(0)
  const worker = useRef<Worker>(undefined)
  const last = useRef(0)
  useEffect(() => () => worker.current?.terminate(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers a retry
  useEffect(() => {
    if (!request) return
    const failed = (reason: string) => setState({ request, error: new ApiError(0, 'BAD_ANSWER', reason) })
    const thread =
      worker.current ?? new Worker(new URL('./history-worker.ts', import.meta.url), { type: 'module', name: 'history' })
    worker.current = thread
    const id = ++last.current
    const onMessage = ({ data }: MessageEvent<WorkerResponse>) => {
      if (data.id !== id) return
      // rendering many charts is not urgent
      if ('result' in data) startTransition(() => setState({ request, result: data.result }))
      else failed(data.failed)
    }
    // failed to load, or out of memory
    const onError = () => {
      thread.terminate()
      worker.current = undefined
      failed('failed to process the history')
    }
    thread.addEventListener('message', onMessage)
    thread.addEventListener('error', onError)
    thread.postMessage({ id, request } satisfies WorkerRequest)
    return () => {
      thread.removeEventListener('message', onMessage)
      thread.removeEventListener('error', onError)
    }
  }, [request, attempt])
  const retry = () => setAttempt(attempt + 1)
  return state?.request === request ? { ...state, retry } : { retry }
}
