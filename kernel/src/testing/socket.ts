import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Frame = { readonly type: string } & Readonly<Record<string, unknown>>

/** The client end of a WebSocket, an agent or a browser, driven by a test. */
export interface TestSocket {
  send(message: object): void
  /** Sends text as is; it need not be a valid message. */
  sendRaw(text: string): void
  /** Received frames not yet taken by `next()`, including those that arrived with the upgrade. */
  readonly frames: readonly Frame[]
  /** number of frames of this type in `frames` */
  countOf(type: string): number
  /** Removes and returns the next frame of this type, waiting for it if necessary. */
  next(type: string): Promise<Frame>
  /** Resolves when the server has received everything sent so far. */
  ping(): Promise<void>
  /** Drops the connection without a close frame. */
  terminate(): void
}

export async function openSocket(
  app: FastifyInstance,
  path: string,
  headers: Readonly<Record<string, string>>,
  from: string,
): Promise<TestSocket> {
  await app.ready()
  const frames: Frame[] = []
  const waiters: (() => void)[] = []
  const wakeAll = () => {
    for (const wake of waiters.splice(0)) wake()
  }
  const socket = await app.injectWS(
    path,
    { headers, socket: { remoteAddress: from } as Socket },
    {
      onInit: (opening) => {
        opening.on('message', (data) => {
          frames.push(JSON.parse(String(data)))
          wakeAll()
        })
        opening.on('close', wakeAll)
      },
    },
  )
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    sendRaw: (text) => socket.send(text),
    frames,
    countOf: (type) => frames.filter((frame) => frame.type === type).length,
    async next(type) {
      for (;;) {
        const index = frames.findIndex((frame) => frame.type === type)
        const [found] = index < 0 ? [] : frames.splice(index, 1)
        if (found) return found
        if (socket.readyState !== socket.OPEN) throw new Error(`the socket closed before a ${type} frame arrived`)
        await new Promise<void>((resolve) => waiters.push(resolve))
      }
    },
    ping: () =>
      new Promise((resolve) => {
        socket.once('pong', () => resolve())
        socket.ping()
      }),
    terminate: () => socket.terminate(),
  }
}
