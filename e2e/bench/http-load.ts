import { connect, type Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')

/** The end of an answer whose length is not declared. JSON has no such bytes. */
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** Reads responses of one connection; calls `answered` with the bytes of each complete one. */
function open(port: number, answered: (bytes: number) => void, failed: (error: Error) => void): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let head = Buffer.alloc(0)
  /** bytes of the body so far; undefined while the head is read */
  let length: number | undefined
  /** undefined if the body comes in chunks */
  let declared: number | undefined
  let tail = Buffer.alloc(0)
  const bodyIsComplete = (chunk: Buffer<ArrayBuffer>) => {
    length = (length ?? 0) + chunk.length
    if (declared !== undefined) return length >= declared
    tail = Buffer.concat([tail, chunk.subarray(-lastChunk.length)]).subarray(-lastChunk.length)
    return tail.equals(lastChunk)
  }
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    let body = chunk
    if (length === undefined) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(headEnd)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      const bytes = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      if (!text.startsWith('HTTP/1.1 200') || (bytes === undefined && !/\r\ntransfer-encoding: chunked/i.test(text))) {
        failed(new Error(`unexpected answer: ${text.split('\r\n')[0]}`))
        return
      }
      declared = bytes === undefined ? undefined : Number(bytes)
      body = head.subarray(end + headEnd.length)
    }
    if (!bodyIsComplete(body)) return
    const received = length ?? 0
    head = Buffer.alloc(0)
    tail = Buffer.alloc(0)
    length = undefined
    answered(received)
  })
  socket.on('error', failed)
  socket.on('close', () => failed(new Error('the server closed a connection')))
  return socket
}

function requestText(path: string, headers: Readonly<Record<string, string>>, body?: string): string {
  const all = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
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
  const requests = [path].flat().map((one) => requestText(one, { host: `127.0.0.1:${port}`, ...headers }))
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
      const socket = open(
        port,
        () => {
          count += 1
          socket.write(request())
        },
        (error) => end(() => reject(error)),
      )
      socket.write(request())
      sockets.push(socket)
    }
  })
}

interface Paced {
  /** requests per second, whether or not the server keeps up */
  readonly rate: number
  readonly seconds: number
  readonly path: string
  readonly connections?: number
  headers(index: number): Readonly<Record<string, string>>
  /** makes it a POST */
  body?(index: number): string
}

/**
 * Sends requests at a fixed rate. A latency counts from the time at which the request should have been sent, so a server that
 * stalls pays for all requests that waited meanwhile.
 */
export function pacedRequests(
  port: number,
  { rate, seconds, path, connections = 64, headers, body }: Paced,
): Promise<{ readonly latencies: readonly number[]; readonly bytes: number }> {
  const total = rate * seconds
  const host = { host: `127.0.0.1:${port}` }
  return new Promise((resolve, reject) => {
    const latencies: number[] = []
    const idle: Socket[] = []
    const sockets: Socket[] = []
    let bytes = 0
    let sent = 0
    const began = performance.now()
    const dueAt = (index: number) => began + (index * 1000) / rate
    const end = (settle: () => void) => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      settle()
    }
    const sendTimes = new Map<Socket, number>()
    const pump = () => {
      while (sent < total && dueAt(sent) <= performance.now()) {
        // In turn, because servers close connections that are idle for seconds.
        const socket = idle.shift()
        if (!socket) return
        sendTimes.set(socket, dueAt(sent))
        socket.write(requestText(path, { ...host, ...headers(sent) }, body?.(sent)))
        sent += 1
      }
    }
    for (let i = 0; i < connections; i++) {
      const socket = open(
        port,
        (length) => {
          bytes += length
          latencies.push(performance.now() - (sendTimes.get(socket) ?? 0))
          idle.push(socket)
          if (latencies.length === total) end(() => resolve({ latencies, bytes }))
          else pump()
        },
        (error) => end(() => reject(error)),
      )
      sockets.push(socket)
      idle.push(socket)
    }
    const timer = setInterval(pump, 1)
  })
}
