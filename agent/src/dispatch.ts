import type { Handler, Link, Logger } from '@svc/agent-sdk'
import { type Capability, type Decoded, type MessageDef, makeDecoder } from '@svc/protocol'
import { denialOf } from './denial.ts'
import { reasonOf } from './refusal.ts'

/** What happened to inbound frames since the agent started. */
export interface DispatchCounts {
  handled: number
  malformed: number
  unknown: number
  invalid: number
  denied: number
  failed: number
}

export interface DispatchOptions {
  /** messages the connection itself acts on; validated here and handed back */
  readonly own: readonly MessageDef[]
  /** the effective set */
  readonly effective: ReadonlySet<Capability>
  readonly log: Logger
}

export interface Dispatch {
  readonly counts: Readonly<DispatchCounts>
  /** From now on these handlers act, and no others. */
  use(handlers: readonly Handler[]): void
  /** Takes a frame through the gate; returns what it was. `answer` sends a raw frame. */
  receive(text: string, link: Link, answer: (frame: string) => void): Decoded
}

/** The only gate between the wire and what a host can be made to do: validate, check the capability, run the handler. */
export function makeDispatch({ own, effective, log }: DispatchOptions): Dispatch {
  let decode = makeDecoder(own)
  let byMessage: ReadonlyMap<MessageDef, Handler> = new Map()
  const counts: DispatchCounts = { handled: 0, malformed: 0, unknown: 0, invalid: 0, denied: 0, failed: 0 }
  const complained = new Set<string>()

  /** Warns once for each thing: a peer that repeats itself must not fill the disk. */
  function complain(key: string, fields: object, message: string) {
    if (complained.size >= 100 || complained.has(key)) return
    complained.add(key)
    log.warn(fields, message)
  }

  function deny(type: string, payload: Readonly<Record<string, unknown>>, answer: (frame: string) => void): boolean {
    const denial = denialOf(type, payload)
    if (denial !== undefined) answer(denial)
    return denial !== undefined
  }

  async function run({ message, run: act }: Handler, payload: unknown, link: Link): Promise<void> {
    try {
      await act(payload as never, link)
      counts.handled += 1
    } catch (error) {
      counts.failed += 1
      log.error({ type: message.type, reason: reasonOf(error) }, 'a handler failed')
    }
  }

  return {
    counts,
    use(handlers) {
      decode = makeDecoder([...own, ...handlers.map(({ message }) => message)])
      byMessage = new Map(handlers.map((handler) => [handler.message, handler]))
    },
    receive(text, link, answer) {
      const decoded = decode(text)
      if (decoded.kind === 'malformed') {
        counts.malformed += 1
        complain('', {}, 'dropped a frame that is no message')
      } else if (decoded.kind === 'invalid') {
        counts.invalid += 1
        complain(decoded.type, { type: decoded.type, path: decoded.path }, 'dropped a message with a wrong member')
      } else if (decoded.kind === 'unknown') {
        // Not `decoded.type` in the log: it is the peer's text, of any length.
        if (deny(decoded.type.toLowerCase(), JSON.parse(text), answer)) counts.denied += 1
        else counts.unknown += 1
      } else {
        const handler = byMessage.get(decoded.message)
        if (!handler) return decoded
        if (handler.capability && !effective.has(handler.capability)) {
          counts.denied += 1
          deny(decoded.message.type, decoded.payload, answer)
        } else void run(handler, decoded.payload, link)
      }
      return decoded
    },
  }
}
