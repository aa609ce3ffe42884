import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FakeDaemon {
  readonly socket: string
  /** what was requested so far: method, path and query */
  readonly requests: readonly string[]
  /** Changes the answer for a path. */
  put(path: string, answer: Answer): void
  close(): Promise<void>
}

type Answer = RequestListener | object | string
export type Answers = Readonly<Record<string, Answer>>

/**
 * An HTTP server on a Unix socket that answers as told: by the path of a request, with a JSON document, a text or a
 * function. Unknown paths are not found; `/version` is that of a daemon unless it is told otherwise.
 */
export async function startFakeDaemon(answers: Answers): Promise<FakeDaemon> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-fake-docker-'))
  chmodSync(folder, 0o755)
  const socket = join(folder, 'docker.sock')
  const requests: string[] = []
  const all: Record<string, Answer> = { '/version': { ApiVersion: '1.41', Version: '20.10' }, ...answers }
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const answer = all[request.url?.split('?')[0] ?? ''] ?? all['*']
    if (typeof answer === 'function') {
      ;(answer as RequestListener)(request, response)
    } else {
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? { message: 'page not found' }))
    }
  })
  server.listen(socket)
  await once(server, 'listening')
  return {
    socket,
    requests,
    put(path, answer) {
      all[path] = answer
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
