import type { Link, Logger } from '@svc/agent-sdk'
import { Ack, encode, type Payload, Ping, Pong, reportInterval, SystemInfo, Welcome } from '@svc/protocol'
import type { Dispatch } from './dispatch.js'
import type { Reporter } from './reporter.js'
import type { Listener, Wire } from './socket.js'
import type { Introduce } from './system-info.js'
import type { Timing } from './timing.js'

/** The messages a session acts on itself. */
export const sessionMessages = [Welcome, Ack, Ping]

export interface SessionOptions {
  readonly dispatch: Dispatch
  readonly reporter: Reporter
  readonly introduce: Introduce
  /** `SystemInfo` was acknowledged */
  connected(link: Link): void
  readonly timing: Timing
  readonly log: Logger
  /** the server accepted this connection */
  onWelcome(): void
}

/** One connection from the open socket to its end: `Welcome`, `SystemInfo`, `Ack`, then reports and requests. */
export function makeSession(options: SessionOptions): Listener {
  const { dispatch, reporter, introduce, connected, timing, log, onWelcome } = options
  const over = new AbortController()
  let wire: Wire | undefined
  let isWelcome = false
  let introduction: string | undefined
  let isAcknowledged = false
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

  function begin(seconds: number): void {
    isWelcome = true
    clearTimeout(patience)
    onWelcome()
    reporter.start(link, seconds)
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
    connected(link)
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
        else if (message === Welcome) begin((payload as Payload<typeof Welcome>).report_interval)
        else beginUnusually()
      }
      if (message === Ack) acknowledged(payload as Payload<typeof Ack>)
      if (message === Ping) link.send(Pong, {})
    },
    binary() {
      if (!isWelcome) beginUnusually()
    },
    ended() {
      clearTimeout(patience)
      reporter.stop()
      over.abort()
    },
  }
}
