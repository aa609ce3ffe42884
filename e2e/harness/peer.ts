import WebSocket from 'ws'

/** A WebSocket driven by the test: the frames it received and its close code. */
export interface Peer {
  readonly socket: WebSocket
  /** parsed frames in order of arrival */
  readonly frames: readonly Readonly<Record<string, unknown>>[]
  readonly closed: Promise<{ code: number; reason: string }>
  isOpen(): boolean
  send(message: object): void
  /** sends the text unchanged */
  sendRaw(text: string | Buffer): void
  /** the first frame of a type since the last `frame` call for that type */
  frame(type: string): Promise<Readonly<Record<string, unknown>>>
  close(): void
}

/** Opens a socket, if wished from a local address; rejects with the HTTP status if the upgrade is refused. */
export function connect(url: string, headers: Record<string, string>, from?: string): Promise<Peer> {
  // The certificates of tests are their own.
  const socket = new WebSocket(url, {
    headers,
    localAddress: from,
    perMessageDeflate: false,
    rejectUnauthorized: false,
  })
  const frames: Readonly<Record<string, unknown>>[] = []
  const seen = new Map<string, number>()
  const waiting = new Set<() => void>()
  const notify = () => {
    for (const check of [...waiting]) check()
  }
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)))
    notify()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: String(reason) })
      notify()
    })
  })
  const peer: Peer = {
    socket,
    frames,
    closed,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (message) => socket.send(JSON.stringify(message)),
    sendRaw: (text) => socket.send(text),
    frame: (type) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const from = seen.get(type) ?? 0
          const index = frames.findIndex((frame, at) => at >= from && frame.type === type)
          if (index >= 0) {
            waiting.delete(check)
            seen.set(type, index + 1)
            resolve(frames[index] as Readonly<Record<string, unknown>>)
          } else if (!peer.isOpen()) {
            waiting.delete(check)
            reject(new Error(`the socket closed before a ${type} came`))
          }
        }
        waiting.add(check)
        check()
      }),
    close: () => socket.terminate(),
  }
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(peer))
    socket.on('unexpected-response', (_, response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        reject(
          Object.assign(new Error(`upgrade refused with ${response.statusCode}`), {
            status: response.statusCode,
            text,
          }),
        ),
      )
    })
    socket.on('error', (error) => reject(error))
  })
}

const socketUrl = (url: string, path: string) => url.replace(/^http/, 'ws') + path

export const connectAgent = (url: string, token: string): Promise<Peer> =>
  connect(socketUrl(url, '/api/agent/ws'), { authorization: `Bearer ${token}` })

export const connectBrowser = (url: string, cookie: string): Promise<Peer> =>
  connect(socketUrl(url, '/api/ws/servers'), { cookie, origin: url })
