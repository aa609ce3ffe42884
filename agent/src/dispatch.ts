import type { Handler, Link, Logger } from '@svc/agent-sdk'
import { type Capability, type Decoded, type MessageDef, makeDecoder } from '@svc/protocol'
import type { DenialOf } from './denial.ts'
import { reasonOf } from './fatal-error.ts'

/** Inbound frames since the agent started, by outcome. */
export interface DispatchCounts {
  handled: number
  malformed: number
  unknown: number
  invalid: number
  denied: number
  failed: number
}

export interface DispatchOptions {
  /** messages handled by the session; they are only validated here */
  readonly sessionMessages: readonly MessageDef[]
  /** the effective capabilities */
  readonly effective: ReadonlySet<Capability>
  readonly denialOf: DenialOf
  readonly log: Logger
}

export interface Dispatch {
  readonly counts: Readonly<DispatchCounts>
  /** Replaces all handlers. */
  setHandlers(handlers: readonly Handler[]): void
  /** Validates a frame, checks its capability and runs its handler. `respond` sends a raw frame. */
  receive(text: string, link: Link, respond: (frame: string) => void): Decoded
}

/** The single entry point for messages from the server: no handler runs without validation and a capability check. */
export function makeDispatch({ sessionMessages, effective, denialOf, log }: DispatchOptions): Dispatch {
  let decode = makeDecoder(sessionMessages)
  let byMessage: ReadonlyMap<MessageDef, Handler> = new Map()
  const counts: DispatchCounts = { handled: 0, malformed: 0, unknown: 0, invalid: 0, denied: 0, failed: 0 }
  const warned = new Set<string>()

  /** Logs a warning once per key, so that a misbehaving server cannot fill the disk. */
  function warnOnce(key: string, fields: object, message: string) {
    if (warned.size >= 100 || warned.has(key)) return
    warned.add(key)
    log.warn(fields, message)
  }

  function deny(type: string, payload: Readonly<Record<string, unknown>>, respond: (frame: string) => void): boolean {
    const denial = denialOf(type, payload)
    if (denial !== undefined) respond(denial)
    return denial !== undefined
  }

  async function run(handler: Handler, payload: unknown, link: Link): Promise<void> {
    try {
      await handler.run(payload as never, link)
      counts.handled += 1
    } catch (error) {
      counts.failed += 1
      log.error({ type: handler.message.type, reason: reasonOf(error) }, 'message handler failed')
    }
  }

  return {
    counts,
    setHandlers(handlers) {
      decode = makeDecoder([...sessionMessages, ...handlers.map(({ message }) => message)])
      byMessage = new Map(handlers.map((handler) => [handler.message, handler]))
    },
    receive(text, link, respond) {
      const decoded = decode(text)
      if (decoded.kind === 'malformed') {
        counts.malformed += 1
        warnOnce('', {}, 'dropped a malformed frame')
      } else if (decoded.kind === 'invalid') {
        counts.invalid += 1
        warnOnce(decoded.type, { type: decoded.type, path: decoded.path }, 'dropped a message with an invalid field')
      } else if (decoded.kind === 'unknown') {
        // Do not log `decoded.type`: it is untrusted text of any length.
        if (deny(decoded.type.toLowerCase(), JSON.parse(text), respond)) counts.denied += 1
        else counts.unknown += 1
      } else {
        const handler = byMessage.get(decoded.message)
        if (!handler) return decoded
        if (handler.capability && !effective.has(handler.capability)) {
          counts.denied += 1
          deny(decoded.message.type, decoded.payload, respond)
        } else {
          void run(handler, decoded.payload, link)
        }
      }
      return decoded
    },
  }
}
