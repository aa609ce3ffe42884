import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A request that a page makes when it opens. */
interface FirstRequest {
  /** with the parameters of the page as `$name` */
  readonly path: string
  readonly isForAdmins: boolean
}

/** `answers.json` of the dashboard's build. */
interface Plan {
  /** Answered first: who is signed in. Strangers get no other answers. */
  readonly session: string
  /** with `$name` for parameters; the first match counts */
  readonly pages: readonly { readonly path: string; readonly requests: readonly FirstRequest[] }[]
}

/** What takes longer, the page asks for itself. */
const maxMs = 300

/** Finds the parameters of `path`; undefined if the pattern does not match. */
function match(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, actual] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== actual.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = actual[at] ?? ''
    if (part.startsWith('$')) params[part] = value
    else if (part !== value) return undefined
  }
  return params
}

/** Headers of the body or of caching, which a request for data must not take over. */
const ofDocument = /^(?:accept|accept-encoding|range|if-.*|content-.*|transfer-encoding|connection|upgrade.*)$/

interface FirstAnswers {
  /** cookies that were set, because this use has renewed the session */
  readonly cookies: string | string[] | undefined
  /** Resolves to a JSON object of answers by path. */
  readonly all: () => Promise<string>
}

/**
 * Asks for what a page needs when it opens, with the credentials of its own request and through the same routes, so that the
 * page arrives with the answers instead of asking for them one round trip later. Returns undefined for strangers.
 */
export function makeFirstAnswers(app: FastifyInstance, file: string) {
  let plan: Plan | undefined
  return async (request: FastifyRequest): Promise<FirstAnswers | undefined> => {
    if (request.headers.cookie === undefined) return undefined
    plan ??= JSON.parse(readFileSync(file, 'utf8')) as Plan
    const ofClient = Object.entries(request.headers).filter(([name]) => !ofDocument.test(name))
    const headers = { ...Object.fromEntries(ofClient), accept: 'application/json' }
    const remoteAddress = request.socket.remoteAddress ?? ''
    const ask = async (url: string) => {
      const answer = await app.inject({ method: 'GET', url, headers, remoteAddress })
      return answer.statusCode === 200 ? answer : undefined
    }
    const session = await ask(plan.session)
    if (!session) return undefined
    const isAdmin = session.json().data?.role === 'admin'
    const path = request.url.split('?', 1)[0] ?? ''
    const wanted: string[] = []
    for (const page of plan.pages) {
      const params = match(page.path, path)
      if (!params) continue
      for (const { path, isForAdmins } of page.requests)
        if (isAdmin || !isForAdmins) wanted.push(path.replace(/\$\w+/g, (name) => params[name] ?? name))
      break
    }
    const first = [plan.session, session] as const
    const all = async () => {
      const limit = new AbortController()
      const late = sleep(maxMs, undefined, { signal: limit.signal }).catch(() => undefined)
      const answerTo = async (path: string) =>
        [path, await Promise.race([ask(path).catch(() => undefined), late])] as const
      // The list of servers says how many messages were sent before: what is older than it would miss some.
      const [list, ...others] = wanted
      const answers = [first, ...(list ? [await answerTo(list)] : []), ...(await Promise.all(others.map(answerTo)))]
      limit.abort()
      const members = answers.flatMap(([path, answer]) => (answer ? [`${JSON.stringify(path)}:${answer.body}`] : []))
      return `{${members.join(',')}}`
    }
    return { cookies: session.headers['set-cookie'], all }
  }
}
