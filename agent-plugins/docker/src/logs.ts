import { type ConversationHandler, handle, RequestError } from '@svc/agent-sdk'
import { type LogEntry, readLogs } from '@svc/plugin-docker/wire'
import type { Availability } from './availability.ts'
import { type Daemon, UnreachableError } from './daemon.ts'
import { objectOf } from './json.ts'
import { LogBatches } from './log-batches.ts'
import { LogLines } from './log-lines.ts'

const defaultTail = 100

/** A point in time with nanoseconds, comparable as text and understood by the daemon: `seconds.nanoseconds`. */
function toDaemonTime(time: string): string {
  const seconds = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(time)
  if (seconds) return `${seconds[1]}.${(seconds[2] ?? '').padEnd(9, '0')}`
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(time)
  const ms = parts ? Date.parse(`${parts[1]}${parts[3]}`) : Number.NaN
  if (!parts || !(ms >= 0)) throw new RequestError('invalid', `since must be an RFC 3339 time or epoch seconds`)
  return `${ms / 1000}.${(parts[2] ?? '').padEnd(9, '0')}`
}

/**
 * Whether an entry is newer than `since`, because the daemon includes that moment. The times of Podman are whole seconds:
 * then the entries of this second are sent again, since some of them may be new.
 */
function isNewer({ timestamp }: LogEntry, since: string): boolean {
  if (timestamp === null || timestamp === undefined) return true
  const [seconds = '', nanoseconds = ''] = toDaemonTime(timestamp).split('.')
  const [sinceSeconds = '', sinceNanoseconds = ''] = since.split('.')
  if (seconds !== sinceSeconds) return Number(seconds) > Number(sinceSeconds)
  return nanoseconds > sinceNanoseconds || !timestamp.includes('.')
}

/** Streams the log of a container. */
export const logHandler = (availability: Availability): ConversationHandler =>
  handle(readLogs, async ({ container_id, tail, since, follow }, { signal, stream }) => {
    const from = since ? toDaemonTime(since) : undefined
    const container = `/containers/${encodeURIComponent(container_id)}`
    const openedAt = Date.now()
    const run = async (daemon: Daemon) => {
      const { Config } = objectOf(await daemon.call({ path: `${container}/json`, signal }))
      const query = {
        stdout: 1,
        stderr: 1,
        timestamps: 1,
        follow: follow ? 1 : 0,
        tail: tail ?? defaultTail,
        ...(from && { since: from }),
      }
      const source = await daemon.open({ path: `${container}/logs`, query, signal })

      const batches = new LogBatches({
        send: ({ entries, dropped }) => stream.send(dropped > 0 ? { entries, dropped } : { entries }),
      })
      let latest: string | null | undefined
      let isNew = from === undefined
      const lines = new LogLines({
        tty: objectOf(Config).Tty === true,
        emit(entry) {
          latest = entry.timestamp
          isNew ||= isNewer(entry, from ?? '')
          if (isNew) batches.push(entry)
        },
      })
      /** What was logged before this call has time; of what is logged now, a slow reader misses some. */
      const isPast = () => !follow || (typeof latest === 'string' && Date.parse(latest) < openedAt)
      const read = async () => {
        try {
          for await (const chunk of source as AsyncIterable<Buffer>) {
            lines.push(chunk)
            if (isPast()) await batches.room()
          }
          lines.end()
        } catch (error) {
          throw new UnreachableError('the connection to the daemon ended', { cause: error })
        } finally {
          batches.end()
        }
      }
      await Promise.all([read(), batches.run().finally(() => source.destroy())])
    }
    await availability.use(signal, run)
    await stream.end({})
  })
