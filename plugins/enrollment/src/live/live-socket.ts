import type { Logger, Principal, Registry, Socket } from '@svc/plugin-sdk'
import { type Decoded, type MessageDef, makeDecoder } from '@svc/protocol'
import type { LiveMessage } from '../contract.ts'
import type { Hub } from './hub.ts'
import type { LiveTopics } from './live-topics.ts'
import type { ViewerStreams } from './viewer-streams.ts'

interface Dependencies {
  readonly log: Logger
  readonly hub: Hub
  readonly messages: Registry<LiveMessage>
  readonly viewerStreams: Pick<ViewerStreams, 'liveMessages'>
  readonly topics: Pick<LiveTopics, 'messages'>
}

/** Handles an upgraded socket of `/api/ws/servers`. */
export function makeLiveSocket({ log, hub, messages, viewerStreams, topics }: Dependencies) {
  let sources: readonly (readonly LiveMessage[])[] = []
  let handlers: ReadonlyMap<MessageDef, LiveMessage['handle']> = new Map()
  let decode: (text: string) => Decoded = () => ({ kind: 'malformed' })
  // Plugins contribute after this one is set up.
  const learn = () => {
    const now = [messages.all(), viewerStreams.liveMessages(), topics.messages]
    if (now.every((all, at) => all === sources[at])) return
    sources = now
    handlers = new Map(now.flat().map(({ message, handle }) => [message, handle]))
    decode = makeDecoder(handlers.keys())
  }
  return (socket: Socket, principal: Principal) => {
    socket.on('error', (error) => log.debug({ err: error }, 'live connection failed'))
    const viewer = hub.join(socket, principal)
    socket.on('close', () => hub.leave(viewer))
    socket.on('message', (data, isBinary) => {
      if (isBinary || viewer.signal.aborted) return
      learn()
      const frame = decode(String(data))
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
