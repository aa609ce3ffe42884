import type { Logger, Principal, Registry } from '@svc/plugin-sdk'
import { type Decoded, type MessageDef, makeDecoder } from '@svc/protocol'
import type { LiveMessage } from '../contract.ts'
import type { Socket } from '../socket.ts'
import type { Hub } from './hub.ts'
import type { ViewerStreams } from './viewer-streams.ts'

interface Dependencies {
  readonly log: Logger
  readonly hub: Hub
  readonly messages: Registry<LiveMessage>
  readonly viewerStreams: Pick<ViewerStreams, 'liveMessages'>
}

/** Handles an upgraded socket of `/api/ws/servers`. */
export function makeLiveSocket({ log, hub, messages, viewerStreams }: Dependencies) {
  let handlers: ReadonlyMap<MessageDef, LiveMessage['handle']> = new Map()
  let decoder: ((text: string) => Decoded) | undefined
  // Built lazily, because other plugins contribute after this one is set up.
  const decode = (text: string) => {
    if (!decoder) {
      handlers = new Map(
        [...viewerStreams.liveMessages(), ...messages.all()].map(({ message, handle }) => [message, handle]),
      )
      decoder = makeDecoder(handlers.keys())
    }
    return decoder(text)
  }
  return (socket: Socket, principal: Principal) => {
    socket.on('error', (error) => log.debug({ err: error }, 'live connection failed'))
    const viewer = hub.join(socket, principal)
    socket.on('close', () => hub.leave(viewer))
    socket.on('message', (data, isBinary) => {
      if (isBinary || viewer.signal.aborted) return
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
export type LiveSocket = ReturnType<typeof makeLiveSocket>
