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
  Welcome,
} from '@svc/protocol'
import type { Dispatch } from './dispatch.ts'
import type { MakeOffer, Offer } from './missed-reports.ts'
import type { ReportRing } from './report-ring.ts'
import type { Reporter } from './reporter.ts'
import type { Listener, Wire } from './socket.ts'
import type { Introduce } from './system-info.ts'
import type { Timing } from './timing.ts'

/** The messages a session acts on itself. */
export const sessionMessages = [Welcome, Ack, Ping, ReportsMissing]

export interface SessionOptions {
  readonly dispatch: Dispatch
  readonly reporter: Reporter
  readonly ring: Pick<ReportRing, 'synchronize'>
  readonly makeOffer: MakeOffer
  readonly introduce: Introduce
  /** `SystemInfo` was acknowledged; `delivered` is that of the wire */
  connected(link: Link, delivered: Wire['delivered']): void
  readonly timing: Timing
  readonly log: Logger
  /** the server accepted this connection */
  onWelcome(): void
}

/** The latest instant a `Date` reaches. */
const lastInstant = 8_640_000_000_000_000

const isInstant = (ms: number | null | undefined): ms is number =>
  typeof ms === 'number' && ms >= 0 && ms <= lastInstant

/** One connection from the open socket to its end: `Welcome`, `SystemInfo`, `Ack`, then reports and requests. */
export function makeSession(options: SessionOptions): Listener {
  const { dispatch, reporter, ring, makeOffer, introduce, connected, timing, log, onWelcome } = options
  const over = new AbortController()
  let wire: Wire | undefined
  let isWelcome = false
  let introduction: string | undefined
  let isAcknowledged = false
  /** stays undefined with a server that knows nothing of missed reports */
  let offer: Offer | undefined
  let patience: NodeJS.Timeout | undefined

  const answer = (frame: string) => wire?.send(frame)
  const link: Link = {
    send: (message, payload) => {
      if (!over.signal.aborted) answer(encode(message, payload))
    },
    signal: over.signal,
  }

  /** The first one starts the plugins once it is acknowledged; later ones only correct it. */
  function tell(info: Payload<typeof SystemInfo>): void {
    introduction ??= info.msg_id
    link.send(SystemInfo, info)
  }

  function begin(seconds: number, serverTime?: number | null): void {
    isWelcome = true
    clearTimeout(patience)
    onWelcome()
    const isDated = isInstant(serverTime)
    if (isDated) {
      ring.synchronize(serverTime)
      offer = makeOffer(link, seconds)
    }
    reporter.start({ link, isNumbered: isDated }, seconds)
    void introduce(over.signal, tell)
  }

  /** A first frame that is no `Welcome` comes from an unusual server: go on with the cadence every server uses. */
  function beginUnusually(): void {
    log.warn(`the first frame was no welcome, reporting every ${reportInterval} s`)
    begin(reportInterval)
  }

  function acknowledged({ msg_id }: Payload<typeof Ack>): void {
    if (isAcknowledged || msg_id !== introduction) return
    isAcknowledged = true
    connected(link, (then) => wire?.delivered(then))
    offer?.make()
  }

  return {
    opened(opened) {
      wire = opened
      patience = setTimeout(() => opened.fail('the server sent no welcome'), timing.welcome)
    },
    text(data) {
      const received = dispatch.receive(data, link, answer)
      const { message, payload } = received.kind === 'message' ? received : {}
      if (!isWelcome) {
        if (received.kind === 'malformed') wire?.fail('the first frame was no message')
        else if (message === Welcome) {
          const { report_interval, server_time } = payload as Payload<typeof Welcome>
          begin(report_interval, server_time)
        } else beginUnusually()
      }
      if (message === Ack) acknowledged(payload as Payload<typeof Ack>)
      if (message === Ping) link.send(Pong, {})
      if (message === ReportsMissing) offer?.answer((payload as Payload<typeof ReportsMissing>).minutes)
    },
    binary() {
      if (!isWelcome) beginUnusually()
    },
    ended() {
      clearTimeout(patience)
      over.abort()
    },
  }
}
