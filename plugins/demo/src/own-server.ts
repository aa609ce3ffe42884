import { request } from 'node:http'

const reachable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' }

/** Requests to this very server, as a program on the same host makes them. */
export interface OwnServer {
  /** of WebSockets: `ws://127.0.0.1:9527` */
  readonly socketUrl: string
  /** host and port */
  readonly address: string
  /** `data` of the response; rejects unless it is a success */
  send<T>(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<T>
}

/** @param listen `server.listen`; @param own headers of every request */
export function makeOwnServer(listen: string, own: Readonly<Record<string, string>>): OwnServer {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(listen) ?? []
  const address = `${reachable[host] ?? host}:${port}`
  return {
    address,
    socketUrl: `ws://${address}`,
    send: <T>(method: string, path: string, body?: object, headers = {}) =>
      new Promise<T>((resolve, reject) => {
        const url = new URL(path, `http://${address}`)
        const options = {
          method,
          headers: { ...own, origin: url.origin, 'content-type': 'application/json', ...headers },
        }
        const call = request(url, options, async (response) => {
          try {
            const text = Buffer.concat(await response.toArray()).toString('utf8')
            const { statusCode = 0 } = response
            if (statusCode >= 300) reject(new Error(`${method} ${path} answered ${statusCode}: ${text.slice(0, 300)}`))
            else resolve((JSON.parse(text) as { data: T }).data)
          } catch (error) {
            reject(error)
          }
        })
        call.on('error', reject)
        call.end(body && JSON.stringify(body))
      }),
  }
}
