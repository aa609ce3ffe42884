import { randomUUID } from 'node:crypto'
import type { Verdict } from '../harness/access.ts'
import { ask } from '../harness/http.ts'
import { connect } from '../harness/peer.ts'
import type { Server } from '../harness/server.ts'

type Headers = Readonly<Record<string, string>>

/** Bodies of routes that reject an empty body before they check access. */
const bodies: Readonly<Record<string, object>> = {
  'POST /api/auth/onboarding': { new_password: '' },
  'POST /api/agent/register': { proposed_run_token: 'x'.repeat(43) },
}

/** By status; a random server does not exist for those who are let in. */
const upgradeVerdicts: Readonly<Record<number, Verdict>> = {
  101: 'in',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'in',
}

/** Random ids, so that a permitted request changes nothing. */
const address = (path: string) => path.replace(/:\w+|\*/g, () => randomUUID())

async function upgrade(server: Server, path: string, headers: Headers, from: string): Promise<number> {
  try {
    const url = server.url.replace(/^http/, 'ws') + address(path)
    const peer = await connect(url, { origin: server.url, ...headers }, from)
    peer.close()
    return 101
  } catch (error) {
    return (error as { status: number }).status
  }
}

/** Calls a route with these credentials, from this local address. */
export async function verdictOf(
  server: Server,
  route: string,
  headers: Headers,
  from: string,
): Promise<Verdict | string> {
  const [method = '', path = ''] = route.split(' ')
  if (method === 'WS') {
    const status = await upgrade(server, path, headers, from)
    return upgradeVerdicts[status] ?? `status ${status}`
  }
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? (bodies[route] ?? {}) : undefined
  const answer = await ask(server.url + address(path), {
    method,
    body,
    headers: { origin: server.url, ...headers },
    from,
  })
  if (answer.status === 401 || answer.status === 403) return answer.error().code
  return answer.status >= 500 ? `status ${answer.status}: ${answer.text}` : 'in'
}
