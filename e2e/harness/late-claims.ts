import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { json } from 'node:stream/consumers'

export interface LateClaims {
  readonly url: string
  /** status codes of the server's responses to claims, in order; the agent never saw the first */
  readonly statuses: readonly number[]
  close(): void
}

/**
 * A proxy between an agent and its server: it drops the agent's first claim and delivers it to the server just before
 * the second one.
 */
export async function holdFirstClaim(target: string): Promise<LateClaims> {
  const { port, hostname } = new URL(target)
  const statuses: number[] = []
  let deliverFirst: (() => Promise<unknown>) | undefined
  let isFirst = true

  const forward = (authorization: string, body: unknown) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const sent = request(`${target}/api/agent/register`, { method: 'POST', agent: new Agent(), headers })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => {
          statuses.push(answer.statusCode ?? 0)
          resolve({ status: answer.statusCode ?? 0, text })
        })
      })
      sent.end(JSON.stringify(body))
    })

  const pass = async (req: IncomingMessage, res: ServerResponse) => {
    const { authorization = '' } = req.headers
    const body = await json(req)
    if (isFirst) {
      isFirst = false
      deliverFirst = () => forward(authorization, body)
      req.socket.destroy()
      return
    }
    await deliverFirst?.()
    deliverFirst = undefined
    const { status, text } = await forward(authorization, body)
    res.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }
  // Tests kill both sides at any moment.
  const proxy = createServer((req, res) => void pass(req, res).catch(() => res.destroy()))
  proxy.on('upgrade', (req, socket, head) => {
    const upstream = connect(Number(port), hostname, () => {
      const lines = [`GET ${req.url} HTTP/1.1`]
      for (let at = 0; at < req.rawHeaders.length; at += 2)
        lines.push(`${req.rawHeaders[at]}: ${req.rawHeaders[at + 1]}`)
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    statuses,
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
