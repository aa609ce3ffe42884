import { serverNow, useLiveMessage } from '@svc/dashboard-sdk'
import type { Payload } from '@svc/protocol'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DockerEventUpdate } from '../../src/wire.ts'
import { logsPath } from '../paths.ts'
import { emptyLog, LogBuffer, type LogSnapshot } from './log-buffer.ts'
import { type LogSocket, type LogStatus, LogStream } from './log-stream.ts'

/** milliseconds between two renders; a busy log leaves the browser time for other things */
const renderInterval = 100
const busyInterval = 400
/** lines between two renders that make a log busy */
const busyLines = 1000

function connect(serverId: string): LogSocket {
  const url = new URL(logsPath(serverId), window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(url) as LogSocket
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** What a log shows. Others need another log: give the component that shows it a `key`. */
export interface LogSource {
  readonly serverId: string
  readonly containerId: string
  /** lines to begin with */
  readonly tail: number
  /** seconds; undefined for any age */
  readonly maxAge: number | undefined
}

interface Connection {
  readonly status: LogStatus
  readonly error: string | undefined
}

/**
 * The log of a container while the component is mounted. The log of a stopped container ends; it continues when the
 * container runs again.
 */
export function useLogs(
  source: LogSource,
  isRunning: boolean,
): LogSnapshot & Connection & { clear(): void; retry(): void } {
  const [buffer] = useState(() => new LogBuffer())
  const [log, setLog] = useState(emptyLog)
  const [connection, setConnection] = useState<Connection>({ status: 'connecting', error: undefined })
  const [starts, setStarts] = useState(0)
  const [wasRunning, setWasRunning] = useState(isRunning)
  if (wasRunning !== isRunning) {
    setWasRunning(isRunning)
    if (isRunning) setStarts(starts + 1)
  }
  // A container that stops only for a moment runs in every list.
  useLiveMessage<Payload<typeof DockerEventUpdate>>('docker_event', ({ server_id, event }) => {
    const isIt = server_id === source.serverId && event.actor_id === source.containerId
    if (isIt && event.action === 'start') setStarts(starts + 1)
  })

  const read = useEffectEvent(() => {
    const { serverId, containerId, tail, maxAge } = source
    let cancelRender: (() => void) | undefined
    let sinceRender = 0
    let interval = renderInterval
    const render = () => {
      cancelRender = undefined
      interval = sinceRender > busyLines ? busyInterval : renderInterval
      sinceRender = 0
      setLog(buffer.snapshot())
    }
    const scheduleRender = () => {
      cancelRender ??= after(interval, render)
    }
    buffer.resume()
    const since = maxAge === undefined ? undefined : String(Math.floor(serverNow() / 1000) - maxAge)
    const stream = new LogStream(
      {
        connect: () => connect(serverId),
        after,
        onEntries(entries, dropped) {
          buffer.add(entries, dropped)
          sinceRender += entries.length
          scheduleRender()
        },
        onStatus(status, error) {
          if (status === 'lost') buffer.resume()
          setConnection({ status, error })
        },
      },
      { containerId, tail, since },
      () => buffer.lastTimestamp,
    )
    stream.start()
    return () => {
      stream.stop()
      cancelRender?.()
      setLog(buffer.snapshot())
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log ended when the container stopped
  useEffect(() => read(), [starts])

  return {
    ...log,
    ...connection,
    clear() {
      buffer.clear()
      setLog(emptyLog)
    },
    retry: () => setStarts(starts + 1),
  }
}
