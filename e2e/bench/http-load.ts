import { connect, type Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')

/** Sends requests one after the other on one connection; calls `answered` for each complete response. */
function loop(port: number, request: () => string, answered: () => void, failed: (error: Error) => void): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let head = Buffer.alloc(0)
  let missing = -1
  const next = () => {
    missing = -1
    head = Buffer.alloc(0)
    answered()
    socket.write(request())
  }
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    if (missing >= 0) {
      missing -= chunk.length
    } else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(headEnd)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      if (!text.startsWith('HTTP/1.1 200') || length === undefined) {
        failed(new Error(`unexpected answer: ${text.split('\r\n')[0]}`))
        return
      }
      missing = Number(length) - (head.length - end - headEnd.length)
    }
    if (missing <= 0) next()
  })
  socket.on('error', failed)
  socket.write(request())
  return socket
}

/**
 * Requests per second that a server answers on `connections` keep-alive connections, cycling through `paths`. Uses bare
 * sockets, because an HTTP client costs more than the fastest server.
 */
export function requestsPerSecond(
  port: number,
  path: string | readonly string[],
  headers: Record<string, string>,
  { seconds, connections = 8 }: { seconds: number; connections?: number },
): Promise<number> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const requests = [path].flat().map((one) => `GET ${one} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  let asked = 0
  const request = () => requests[asked++ % requests.length] as string
  return new Promise((resolve, reject) => {
    let count = 0
    const sockets: Socket[] = []
    const end = (settle: () => void) => {
      clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      settle()
    }
    const began = performance.now()
    const timer = setTimeout(() => end(() => resolve(count / ((performance.now() - began) / 1000))), seconds * 1000)
    for (let i = 0; i < connections; i++) {
      sockets.push(
        loop(
          port,
          request,
          () => {
            count += 1
          },
          (error) => end(() => reject(error)),
        ),
      )
    }
  })
}
