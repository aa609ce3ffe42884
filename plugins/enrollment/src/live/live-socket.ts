import type { Clock, Logger, Principal, Registry, Socket } from '@svc/plugin-sdk'
import { type Decoded, type MessageDef, makeDecoder } from '@svc/protocol'
import type { LiveMessage } from '../contract.ts'
import type { Hub } from './hub.ts'
import type { ViewerStreams } from './viewer-streams.ts'

const maxFrameBytes = 16 * 1024
/** A page sends a few subscriptions at once, and then rarely one. */
const framesPerSecond = 20
const burst = 200
const [policyViolation, messageTooBig] = [1008, 1009]

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly hub: Hub
  readonly messages: Registry<LiveMessage>
  readonly viewerStreams: Pick<ViewerStreams, 'liveMessages'>
}

/** Handles an upgraded socket of `/api/ws/servers`. */
export function makeLiveSocket({ clock, log, hub, messages, viewerStreams }: Dependencies) {
  let sources: readonly (readonly LiveMessage[])[] = []
  let handlers: ReadonlyMap<MessageDef, LiveMessage['handle']> = new Map()
  let decode: (text: string) => Decoded = () => ({ kind: 'malformed' })
  // Plugins contribute after this one is set up.
  const learn = () => {
    const now = [messages.all(), viewerStreams.liveMessages()]
    if (now.every((all, at) => all === sources[at])) return
    sources = now
    handlers = new Map(now.flat().map(({ message, handle }) => [message, handle]))
    decode = makeDecoder(handlers.keys())
  }
  /** Stops reading for a second from a browser that sends too many frames, and ends a flood. */
  const makeAllowance = (socket: Socket, end: (code: number, reason: string) => void) => {
    let left = burst
    let at = clock.now()
    let isPaused = false
    return () => {
      const now = clock.now()
      left = Math.min(burst, left + (Math.max(0, now - at) / 1000) * framesPerSecond) - 1
      at = now
      if (left < -burst) return end(policyViolation, 'too many frames')
      if (left >= 0 || isPaused) return
      isPaused = true
      socket.pause()
      clock.after(1000, () => {
        isPaused = false
        socket.resume()
      })
    }
  }
  return (socket: Socket, principal: Principal) => {
    socket.on('error', (error) => log.debug({ err: error }, 'live connection failed'))
    const viewer = hub.join(socket, principal)
    socket.on('close', () => hub.leave(viewer))
    const end = (code: number, reason: string) => {
      hub.leave(viewer)
      socket.resume()
      socket.close(code, reason)
    }
    const charge = makeAllowance(socket, end)
    socket.on('message', (data, isBinary) => {
      if (viewer.signal.aborted) return
      charge()
      const text = String(data)
      if (text.length > maxFrameBytes) end(messageTooBig, 'too large')
      if (isBinary || viewer.signal.aborted) return
      learn()
      const frame = decode(text)
      if (frame.kind !== 'message') return
      const { type } = frame.message
      const onError = (err: unknown) => log.error({ err, type }, 'handling a browser message failed')
      try {
        const result: unknown = handlers.get(frame.message)?.(frame.payload as never, viewer)
        if (result instanceof Promise) result.catch(onError)
      } catch (err) {
        onError(err)
      }
    })
  }
}
