import { globSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Check } from '@svc/plugin-ip-quality/wire'

const catalog = fileURLToPath(new URL('../../../plugins/ip-quality/src/catalog/', import.meta.url))

/** The built-in checks as they are, but without TLS, because a server in the test plays the services. */
export const builtInChecks: ReadonlyMap<string, Check> = new Map(
  globSync('services/*.json', { cwd: catalog }).map((file) => {
    const { key, check } = JSON.parse(readFileSync(catalog + file, 'utf8').replaceAll('https://', 'http://'))
    return [key as string, check as Check]
  }),
)

export interface Answer {
  readonly status?: number
  readonly body?: string | Buffer
  readonly headers?: Record<string, string>
  /** the response is not sent before that */
  readonly delayMs?: number
}

/** A server that plays hosts by their names. */
export async function playServices() {
  const requests: string[] = []
  const received: IncomingMessage['headers'][] = []
  let answers: Record<string, Answer> = {}

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const name = `${request.headers.host}${request.url}`
    requests.push(`${request.method} ${name}`)
    received.push(request.headers)
    const { status = 200, body = '', headers = {}, delayMs = 0 } = answers[name] ?? { status: 418 }
    setTimeout(() => response.writeHead(status, headers).end(body), delayMs)
  }
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    requests,
    received,
    /** What hosts answer, by name and path. */
    play(next: Record<string, Answer>): void {
      answers = next
    },
    /** All names are this server, unless they have addresses of their own. */
    network(addresses: Record<string, readonly string[]> = {}) {
      return {
        addressesOf: async (name: string) => addresses[name] ?? ['127.0.0.1'],
        mayConnect: (address: string) => address === '127.0.0.1',
        portOf: () => port,
      }
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type PlayedServices = Awaited<ReturnType<typeof playServices>>
