import type { Clock, Logger } from '@svc/plugin-sdk'
import type { Decoded } from '@svc/protocol'
import type { AgentFrameStats } from '../contract.ts'

const warnIntervalMs = 60_000

type Dropped = Exclude<Decoded, { kind: 'message' }>

/** The type is untrusted text and is logged only if it looks like an identifier. */
const loggableType = (frame: Dropped) =>
  frame.kind !== 'malformed' && /^[A-Za-z0-9_]{1,64}$/.test(frame.type) ? frame.type : undefined

/** Counts agent frames. Logs dropped ones at most once a minute per server, and never their content. */
export function makeFrameStats({ clock, log }: { clock: Clock; log: Logger }) {
  const totals = { frames: 0, dropped: { malformed: 0, unknown: 0, invalid: 0 } }
  const warned = new Map<string, { at: number; suppressed: number }>()
  return {
    onReceived: () => {
      totals.frames += 1
    },
    onDropped(serverId: string, frame: Dropped) {
      totals.dropped[frame.kind] += 1
      const last = warned.get(serverId)
      const now = clock.now()
      if (last && now - last.at < warnIntervalMs) {
        last.suppressed += 1
        return
      }
      warned.set(serverId, { at: now, suppressed: 0 })
      const fields = {
        server_id: serverId,
        kind: frame.kind,
        type: loggableType(frame),
        unreported: last?.suppressed ?? 0,
      }
      log.warn(frame.kind === 'invalid' ? { ...fields, path: frame.path } : fields, 'agent frame dropped')
    },
    forget: (serverId: string) => void warned.delete(serverId),
    totals: (): AgentFrameStats => ({ frames: totals.frames, dropped: { ...totals.dropped } }),
  }
}
export type FrameStats = ReturnType<typeof makeFrameStats>
