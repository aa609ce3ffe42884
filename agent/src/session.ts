import type { Link, Logger } from '@svc/agent-sdk'
import {
  Ack,
  encode,
  type Payload,
  Ping,
  Pong,
  ReportsMissing,
  reportInterval,
  SystemInfo,
  streamWindow,
  Welcome,
} from '@svc/protocol'
import type { Backfill, StartBackfill } from './backfill.ts'
import type { Connection, ConnectionListener } from './connection.ts'
import type { Peer } from './conversation.ts'
import type { Dispatch } from './dispatch.ts'
import type { ReportBuffer } from './report-buffer.ts'
import type { Reporter } from './reporter.ts'
import type { SendSystemInfo } from './system-info.ts'
import type { Timing } from './timing.ts'

/** The messages that a session handles itself. */
export const sessionMessages = [Welcome, Ack, Ping, ReportsMissing]

export interface SessionOptions {
  readonly dispatch: Dispatch
  readonly reporter: Reporter
  readonly buffer: Pick<ReportBuffer, 'syncClock'>
  readonly startBackfill: StartBackfill
  readonly sendSystemInfo: SendSystemInfo
  /** `SystemInfo` was acknowledged */
  onConnected(peer: Peer, onDelivered: Connection['onDelivered']): void
  readonly timing: Timing
  readonly log: Logger
  /** the server accepted this connection */
  onWelcome(): void
}

/** The max time value of `Date`. */
const maxDateMs = 8_640_000_000_000_000

const isValidDateMs = (ms: number | null | undefined): ms is number =>
  typeof ms === 'number' && ms >= 0 && ms <= maxDateMs

/** One connection, from open to close: `Welcome`, `SystemInfo`, `Ack`, then reports and requests. */
export function makeSession(options: SessionOptions): ConnectionListener {
  const { dispatch, reporter, buffer, startBackfill, sendSystemInfo, onConnected, timing, log, onWelcome } = options
  const controller = new AbortController()
  let connection: Connection | undefined
  let peer: (Peer & { streamWindow: number | null; binaryFrames: boolean }) | undefined
  let hasStarted = false
  let systemInfoId: string | undefined
  let serverId: string | undefined
  let isAcknowledged = false
  /** undefined if the server does not support it */
  let backfill: Backfill | undefined
  let welcomeTimer: NodeJS.Timeout | undefined
  /** by message id */
  const awaitedAcks = new Map<string, (isAcknowledged: boolean) => void>()

  const link: Link = {
    send: (message, payload) => {
      if (!controller.signal.aborted) connection?.outbox.send(encode(message, payload))
    },
    write: async (message, payload) =>
      !controller.signal.aborted && ((await connection?.outbox.write(encode(message, payload))) ?? false),
    acknowledged: (msgId) =>
      new Promise((resolve) => {
        if (controller.signal.aborted) resolve(false)
        else awaitedAcks.set(msgId, resolve)
      }),
    signal: controller.signal,
    get serverId() {
      return serverId
    },
  }

  /** The acknowledgement of the first `SystemInfo` starts the plugins; later ones are updates. */
  function onSystemInfo(info: Payload<typeof SystemInfo>): void {
    systemInfoId ??= info.msg_id
    const window = peer?.streamWindow == null ? {} : { stream_window: streamWindow }
    const frames = peer?.binaryFrames ? { binary_frames: true } : {}
    link.send(SystemInfo, { ...info, ...window, ...frames })
  }

  function start(intervalSeconds: number, serverTime?: number | null): void {
    hasStarted = true
    clearTimeout(welcomeTimer)
    onWelcome()
    const supportsBackfill = isValidDateMs(serverTime)
    if (supportsBackfill) {
      buffer.syncClock(serverTime)
      backfill = startBackfill(link, intervalSeconds)
    }
    reporter.start({ link, sendsSeq: supportsBackfill }, intervalSeconds)
    void sendSystemInfo(controller.signal, onSystemInfo)
  }

  function startWithoutWelcome(): void {
    log.warn(`the first frame was not a welcome message; reporting every ${reportInterval} s`)
    start(reportInterval)
  }

  function onAck({ msg_id }: Payload<typeof Ack>): void {
    awaitedAcks.get(msg_id)?.(true)
    awaitedAcks.delete(msg_id)
    if (isAcknowledged || msg_id !== systemInfoId) return
    isAcknowledged = true
    if (peer) onConnected(peer, (callback) => connection?.onDelivered(callback))
    backfill?.start()
  }

  return {
    onOpen(opened) {
      connection = opened
      const { outbox, hold, release } = opened
      peer = { link, outbox, streamWindow: null, binaryFrames: false, hold, release }
      welcomeTimer = setTimeout(() => opened.fail('the server sent no welcome message'), timing.welcome)
    },
    onFrame(frame) {
      if (!peer) return
      // Nothing binary is sent before it was offered.
      if (!hasStarted && typeof frame !== 'string') return startWithoutWelcome()
      const received = dispatch.receive(frame, peer)
      const { message, payload } = received.kind === 'message' ? received : {}
      if (!hasStarted) {
        if (received.kind === 'malformed') {
          connection?.fail('the first frame was malformed')
        } else if (message === Welcome) {
          const welcome = payload as Payload<typeof Welcome>
          const { report_interval, server_time, server_id, stream_window, binary_frames } = welcome
          serverId = server_id
          peer.streamWindow = stream_window ?? null
          peer.binaryFrames = binary_frames ?? false
          start(report_interval, server_time)
        } else {
          startWithoutWelcome()
        }
      }
      if (message === Ack) onAck(payload as Payload<typeof Ack>)
      if (message === Ping) link.send(Pong, {})
      if (message === ReportsMissing) backfill?.send((payload as Payload<typeof ReportsMissing>).minutes)
    },
    onEnd() {
      clearTimeout(welcomeTimer)
      controller.abort()
      for (const resolve of awaitedAcks.values()) resolve(false)
    },
  }
}
