import { createHash, randomUUID } from 'node:crypto'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { site } from './browser.ts'

export const application = { client_id: 'github-client', client_secret: 'the-secret-of-the-github-client' }

export interface GithubServer {
  readonly baseUrl: string
  /** the signed-in user, as returned by the user API */
  user: object
  emails: unknown
  /** status of the response with addresses */
  emailsStatus: number
  /** user agents and permissions that the API saw */
  readonly calls: string[]
  /** queries of the authorization page */
  readonly requests: URLSearchParams[]
  close(): Promise<void>
}

/** A minimal GitHub Enterprise for sign-in. Every authorization is granted. */
export async function openGithubServer(): Promise<GithubServer> {
  const app = Fastify({ forceCloseConnections: true })
  const codes = new Map<string, URLSearchParams>()
  const tokens = new Set<string>()
  const github = {
    baseUrl: '',
    user: { id: 583_231, login: 'octocat', name: 'The Octocat', email: 'public@example.com' } as object,
    emails: [
      { email: 'old@example.com', primary: false, verified: true },
      { email: 'octocat@example.com', primary: true, verified: true },
    ] as unknown,
    emailsStatus: 200,
    calls: [] as string[],
    requests: [] as URLSearchParams[],
    close: () => app.close(),
  }
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_req, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )

  app.get('/login/oauth/authorize', async (req, reply) => {
    const query = new URL(req.url, site).searchParams
    github.requests.push(query)
    const code = randomUUID().slice(0, 20)
    codes.set(code, query)
    const to = new URL(query.get('redirect_uri') ?? site)
    const back = { code, state: query.get('state') ?? '', iss: `${github.baseUrl}/login/oauth` }
    to.search = new URLSearchParams(back).toString()
    return reply.redirect(to.href)
  })

  app.post('/login/oauth/access_token', async (req, reply) => {
    const body = req.body as URLSearchParams
    const flow = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const proof = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isAuthenticated = body.get('client_secret') === application.client_secret
    const same = flow?.get('redirect_uri') === body.get('redirect_uri') && flow?.get('code_challenge') === proof
    // its errors come with status 200
    const refusal = isAuthenticated ? 'bad_verification_code' : 'incorrect_client_credentials'
    if (!isAuthenticated || !same)
      return { error: refusal, error_description: 'The code passed is incorrect or expired.' }
    const token = `gho_${randomUUID()}`
    tokens.add(token)
    const response = { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
    if (String(req.headers.accept).includes('application/json')) return response
    return reply.type('application/x-www-form-urlencoded').send(new URLSearchParams(response).toString())
  })

  const admit = (req: FastifyRequest, reply: FastifyReply): boolean => {
    github.calls.push(`${req.method} ${req.url} ${req.headers['user-agent']}`)
    const [, token = ''] = /^Bearer (.+)$/.exec(req.headers.authorization ?? '') ?? []
    if (tokens.has(token) && req.headers['user-agent']) return true
    void reply.code(401)
    return false
  }
  app.get('/api/v3/user', async (req, reply) => (admit(req, reply) ? github.user : { message: 'Bad credentials' }))
  app.get('/api/v3/user/emails', async (req, reply) => {
    if (!admit(req, reply)) return { message: 'Bad credentials' }
    return reply.code(github.emailsStatus).send(github.emails)
  })
  github.baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  return github
}
