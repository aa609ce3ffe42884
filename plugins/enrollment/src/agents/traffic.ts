import type { Clock, Logger } from '@svc/plugin-sdk'
import type { Decoded } from '@svc/protocol'
import type { AgentTraffic } from '../contract.ts'

const warnEvery = 60_000

type Dropped = Exclude<Decoded, { kind: 'message' }>

/** A type that an agent made up may hold anything, so only what looks like a name is logged. */
const nameOf = (frame: Dropped) =>
  frame.kind !== 'malformed' && /^[A-Za-z0-9_]{1,64}$/.test(frame.type) ? frame.type : undefined

/** Counts agent frames; dropped ones are warned about once a minute per server, never with their text. */
export function makeTraffic({ clock, log }: { clock: Clock; log: Logger }) {
  const totals = { frames: 0, dropped: { malformed: 0, unknown: 0, invalid: 0 } }
  const warned = new Map<string, { at: number; silent: number }>()
  return {
    received: () => {
      totals.frames += 1
    },
    dropped(serverId: string, frame: Dropped) {
      totals.dropped[frame.kind] += 1
      const last = warned.get(serverId)
      const now = clock.now()
      if (last && now - last.at < warnEvery) {
        last.silent += 1
        return
      }
      warned.set(serverId, { at: now, silent: 0 })
      const fields = { server_id: serverId, kind: frame.kind, type: nameOf(frame), unreported: last?.silent ?? 0 }
      log.warn(frame.kind === 'invalid' ? { ...fields, path: frame.path } : fields, 'agent frame dropped')
    },
    forget: (serverId: string) => void warned.delete(serverId),
    totals: (): AgentTraffic => ({ frames: totals.frames, dropped: { ...totals.dropped } }),
  }
}
export type Traffic = ReturnType<typeof makeTraffic>
