import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressKey, type Clock, makeRateLimiter } from '@svc/plugin-sdk'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toPattern } from './not-found.ts'
import type { Address } from './routes.ts'

/** `answers.json` of the dashboard's build. */
interface Plan {
  /** Answered first: who is signed in. Strangers get no other answers. */
  readonly session: string
  /** The first whose pattern matches counts. */
  readonly pages: readonly {
    /** a regular expression with the parameters of the page as named groups */
    readonly pattern: string
    /** what the page asks for when it opens, with those parameters as `$name` */
    readonly requests: readonly { readonly path: string; readonly isForAdmins: boolean }[]
  }[]
}

/** Pages with answers of an address: each costs as much as all of its requests. Beyond, a page comes as it was built. */
const budget = { max: 20, windowMs: 20_000 }

/** What takes longer, the page asks for itself. */
const maxMs = 300

/** The plan without what nothing answers, because the plugin is off. */
function readPlan(file: string, addresses: readonly Address[]) {
  const { session, pages } = JSON.parse(readFileSync(file, 'utf8')) as Plan
  const routes = addresses.filter(({ method }) => method === 'GET').map(({ path }) => toPattern(path))
  const exists = (path: string) => routes.some((route) => route.test(path.split('?', 1)[0] ?? ''))
  return {
    session,
    pages: pages.map(({ pattern, requests }) => ({
      pattern: new RegExp(pattern),
      requests: requests.filter(({ path }) => exists(path)),
    })),
  }
}

/** Headers of the body or of caching, which a request for data must not take over. */
const ofDocument = /^(?:accept|accept-encoding|range|if-.*|content-.*|transfer-encoding|connection|upgrade.*)$/

interface FirstAnswers {
  /** whether the user must change the password first, and sees no other page until then */
  readonly isHeld: boolean
  /** cookies that were set, because this use has renewed the session */
  readonly cookies: string | string[] | undefined
  /** Resolves to a JSON object of answers by path. Never rejects. */
  readonly all: () => Promise<string>
}

interface Options {
  readonly app: FastifyInstance
  readonly clock: Pick<Clock, 'now'>
  /** `answers.json` */
  readonly file: string
  readonly addresses: () => readonly Address[]
}

/**
 * Asks for what a page needs when it opens, with the credentials of its own request and through the same routes, so that the
 * page arrives with the answers instead of asking for them one round trip later. Returns undefined for strangers, and for an
 * address that opens too many pages.
 */
export function makeFirstAnswers({ app, clock, file, addresses }: Options) {
  const limiter = makeRateLimiter(budget, clock)
  let plan: ReturnType<typeof readPlan> | undefined
  const isWithinBudget = (request: FastifyRequest): boolean => {
    try {
      limiter.take(addressKey(request.ip))
      return true
    } catch {
      return false
    }
  }
  return async (request: FastifyRequest): Promise<FirstAnswers | undefined> => {
    if (request.headers.cookie === undefined || !isWithinBudget(request)) return undefined
    plan ??= readPlan(file, addresses())
    const ofClient = Object.entries(request.headers).filter(([name]) => !ofDocument.test(name))
    const headers = { ...Object.fromEntries(ofClient), accept: 'application/json' }
    const remoteAddress = request.socket.remoteAddress ?? ''
    const ask = async (url: string) => {
      const answer = await app.inject({ method: 'GET', url, headers, remoteAddress }).catch(() => undefined)
      return answer?.statusCode === 200 ? answer : undefined
    }
    const session = await ask(plan.session)
    if (!session) return undefined
    const user = session.json().data
    const isHeld = user?.must_change_password === true
    const wanted: string[] = []
    const path = request.url.split('?', 1)[0] ?? ''
    const page = plan.pages.find(({ pattern }) => pattern.test(path))
    // Whoever must change the password first is answered nothing else.
    if (page && !isHeld) {
      const params = page.pattern.exec(path)?.groups ?? {}
      for (const { path, isForAdmins } of page.requests) {
        if (isForAdmins && user?.role !== 'admin') continue
        wanted.push(path.replace(/\$(\w+)/g, (text, name) => params[name] ?? text))
      }
    }
    const first = [plan.session, session] as const
    const all = async () => {
      const limit = new AbortController()
      const late = sleep(maxMs, undefined, { signal: limit.signal }).catch(() => undefined)
      const answerTo = async (path: string) => [path, await Promise.race([ask(path), late])] as const
      // The list of servers says how many messages were sent before: what is older than it would miss some.
      const [list, ...others] = wanted
      const answers = [first, ...(list ? [await answerTo(list)] : []), ...(await Promise.all(others.map(answerTo)))]
      limit.abort()
      const members = answers.flatMap(([path, answer]) => (answer ? [`${JSON.stringify(path)}:${answer.body}`] : []))
      return `{${members.join(',')}}`
    }
    return { isHeld, cookies: session.headers['set-cookie'], all }
  }
}
