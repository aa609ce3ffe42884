import type { Viewer } from '@svc/plugin-enrollment/contract'
import type { Payload } from '@svc/protocol'
import { TaskOutput, type TaskOutputSubscribe, type TaskOutputUnsubscribe } from '../wire.ts'

/** characters of running output kept for those who start watching, per server and for all servers of a run */
const maxTail = 65_536
const maxTailOfRun = 8_388_608
const minTail = 1024
/** runs that one browser watches; another one replaces the oldest */
const maxRunsPerViewer = 4

interface Tail {
  readonly runId: string
  readonly serverId: string
  readonly attempt: number
  readonly max: number
  text: string
}

/** What commands print, for browsers that watch a run. */
export function makeLiveOutput() {
  const tails = new Map<string, Tail>()
  const viewers = new Map<Viewer, Map<string, ReadonlySet<string>>>()
  const keyOf = (runId: string, serverId: string) => `${runId}:${serverId}`

  const send = (viewer: Viewer, { runId, serverId, attempt }: Tail, data: string, is_start: boolean) =>
    viewer.send(TaskOutput, { run_id: runId, server_id: serverId, attempt, is_start, data })

  const toWatching = (tail: Tail, data: string, isStart: boolean) => {
    for (const [viewer, runs] of viewers)
      if (runs.get(tail.runId)?.has(tail.serverId)) send(viewer, tail, data, isStart)
  }

  return {
    subscribe({ run_id, server_ids }: Payload<typeof TaskOutputSubscribe>, viewer: Viewer): void {
      if (viewer.principal.role !== 'admin' || viewer.signal.aborted) return
      const known = viewers.get(viewer)
      const runs = known ?? new Map<string, ReadonlySet<string>>()
      if (!known) {
        viewers.set(viewer, runs)
        viewer.signal.addEventListener('abort', () => viewers.delete(viewer))
      }
      runs.delete(run_id)
      const [oldest] = runs.keys()
      if (oldest !== undefined && runs.size >= maxRunsPerViewer) runs.delete(oldest)
      runs.set(run_id, new Set(server_ids))
      for (const id of new Set(server_ids)) {
        const tail = tails.get(keyOf(run_id, id))
        if (tail) send(viewer, tail, tail.text, true)
      }
    },

    unsubscribe({ run_id }: Payload<typeof TaskOutputUnsubscribe>, viewer: Viewer): void {
      viewers.get(viewer)?.delete(run_id)
    },

    /** An attempt begins; `servers` is the number of servers of its run. */
    begin(runId: string, serverId: string, attempt: number, servers: number): void {
      const max = Math.max(minTail, Math.min(maxTail, Math.floor(maxTailOfRun / servers)))
      const tail: Tail = { runId, serverId, attempt, max, text: '' }
      tails.set(keyOf(runId, serverId), tail)
      toWatching(tail, '', true)
    },

    push(runId: string, serverId: string, text: string): void {
      const tail = tails.get(keyOf(runId, serverId))
      if (!tail) return
      tail.text = (tail.text + text).slice(-tail.max)
      toWatching(tail, text.slice(-maxTail), false)
    },

    /** The attempt has ended. Returns the end of what it printed. */
    end(runId: string, serverId: string): string {
      const key = keyOf(runId, serverId)
      const text = tails.get(key)?.text ?? ''
      tails.delete(key)
      return text
    },
  }
}
export type LiveOutput = ReturnType<typeof makeLiveOutput>
