import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Frame = { readonly type: string } & Readonly<Record<string, unknown>>

/** The other end of a WebSocket: an agent or a browser as a test drives it. */
export interface TestSocket {
  say(message: object): void
  /** Sends what may be no message at all. */
  raw(text: string): void
  /** What arrived and was not taken yet, from the first frame, which may come with the upgrade. */
  readonly frames: readonly Frame[]
  /** how many frames of this type came and were not taken */
  waiting(type: string): number
  /** Takes the next frame of this type, waiting for it. */
  next(type: string): Promise<Frame>
  /** Goes without a word. */
  leave(): void
}

export async function openSocket(
  app: FastifyInstance,
  path: string,
  headers: Readonly<Record<string, string>>,
  from: string,
): Promise<TestSocket> {
  await app.ready()
  const frames: Frame[] = []
  const waiting: (() => void)[] = []
  const wake = () => {
    for (const look of waiting.splice(0)) look()
  }
  const socket = await app.injectWS(
    path,
    { headers, socket: { remoteAddress: from } as Socket },
    {
      onInit: (opening) => {
        opening.on('message', (data) => {
          frames.push(JSON.parse(String(data)))
          wake()
        })
        opening.on('close', wake)
      },
    },
  )
  return {
    say: (message) => socket.send(JSON.stringify(message)),
    raw: (text) => socket.send(text),
    frames,
    waiting: (type) => frames.filter((frame) => frame.type === type).length,
    async next(type) {
      for (;;) {
        const at = frames.findIndex((frame) => frame.type === type)
        const [found] = at < 0 ? [] : frames.splice(at, 1)
        if (found) return found
        if (socket.readyState !== socket.OPEN) throw new Error(`the socket closed before a ${type} came`)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    leave: () => socket.terminate(),
  }
}
