import { toError } from '@svc/dashboard-sdk'
import { useEffect, useRef, useState } from 'react'
import { filesRoute } from '../file-routes.ts'
import { noResponse, toApiError } from '../response-error.ts'
import { LogTail } from './log-tail.ts'

/** Bytes of the end of the file that are shown at first. */
const firstBytes = 65_536

export interface Followed {
  readonly text: string
  readonly isCut: boolean
  readonly status: 'connecting' | 'live' | 'ended'
  readonly error: Error | undefined
}

const connecting: Followed = { text: '', isCut: false, status: 'connecting', error: undefined }

/** Reads what is appended to a file. While paused, it arrives but is not shown. */
export function useFollow(serverId: string, { path, size }: { path: string; size: number }, isPaused: boolean) {
  const [shown, setShown] = useState<Followed>(connecting)
  const [attempt, setAttempt] = useState(0)
  const tail = useRef(new LogTail())
  const pausing = useRef(isPaused)
  const start = Math.max(0, size - firstBytes)

  useEffect(() => {
    pausing.current = isPaused
    const { text, isCut } = tail.current
    if (!isPaused) setShown((before) => ({ ...before, text, isCut }))
  }, [isPaused])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt connects again
  useEffect(() => {
    const abort = new AbortController()
    let frame = 0
    const publish = (status: Followed['status'], error?: Error) => {
      frame = 0
      if (abort.signal.aborted) return
      const { text, isCut } = tail.current
      setShown((before) => ({ ...(pausing.current ? before : { text, isCut }), status, error }))
    }
    const read = async () => {
      const query = new URLSearchParams({ path, offset: `${start + tail.current.received}` })
      const response = await fetch(`${filesRoute(serverId, 'follow')}?${query}`, { signal: abort.signal })
      if (!response.ok) throw await toApiError(response.status, await response.json().catch(() => ({})))
      publish('live')
      const reader = response.body?.getReader()
      for (;;) {
        const part = await reader?.read()
        if (!part?.value) return
        tail.current.append(part.value)
        frame ||= requestAnimationFrame(() => publish('live'))
      }
    }
    read().then(
      () => publish('ended'),
      (thrown) => publish('ended', thrown instanceof TypeError ? noResponse() : toError(thrown)),
    )
    return () => {
      abort.abort()
      cancelAnimationFrame(frame)
    }
  }, [serverId, path, start, attempt])

  return {
    ...shown,
    reconnect() {
      setShown((before) => ({ ...before, status: 'connecting', error: undefined }))
      setAttempt((before) => before + 1)
    },
  }
}
