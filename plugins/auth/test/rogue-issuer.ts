import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import Fastify, { type FastifyReply } from 'fastify'

/** How the issuer deviates from a conforming one. */
export interface Overrides {
  /** merged into the discovery document */
  metadata?: object
  /** merged into the claims of the ID token */
  claims?: object
  /** changes the ID token before it is sent */
  idToken?: (token: string) => string
  /** added to the redirect back */
  back?: Record<string, string>
  /** replaces the response of the token endpoint */
  token?: (reply: FastifyReply) => unknown
  userinfo?: object
}

export interface RogueIssuer {
  readonly issuer: string
  overrides: Overrides
  /** host and path of each request */
  readonly requests: string[]
  /** the last body of the token endpoint */
  readonly received: URLSearchParams
  close(): Promise<void>
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An OpenID issuer that signs everyone in as `sub-rogue` and violates the protocol as configured. */
export async function openRogueIssuer(): Promise<RogueIssuer> {
  const app = Fastify({ forceCloseConnections: true })
  const flows = new Map<string, URLSearchParams>()
  const requests: string[] = []
  let received = new URLSearchParams()
  let issuer = ''
  const rogue = {
    overrides: {} as Overrides,
    requests,
    get issuer() {
      return issuer
    },
    get received() {
      return received
    },
    close: () => app.close(),
  }
  app.addHook('onRequest', async (req) => void requests.push(`${req.headers.host}${req.url.split('?')[0]}`))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_req, body, done) =>
    done(null, body),
  )

  app.get('/.well-known/openid-configuration', async () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...rogue.overrides.metadata,
  }))
  app.get('/jwks', async () => ({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
  }))
  app.get('/auth', async (req, reply) => {
    const query = new URL(req.url, issuer).searchParams
    const code = randomUUID()
    flows.set(code, query)
    const to = new URL(query.get('redirect_uri') ?? issuer)
    const back = { code, state: query.get('state') ?? '', ...rogue.overrides.back }
    to.search = new URLSearchParams(back).toString()
    return reply.redirect(to.href)
  })
  app.post('/token', async (req, reply) => {
    received = new URLSearchParams(String(req.body))
    const query = flows.get(received.get('code') ?? '')
    const proof = createHash('sha256')
      .update(received.get('code_verifier') ?? '')
      .digest('base64url')
    if (rogue.overrides.token) return rogue.overrides.token(reply)
    if (!query || query.get('code_challenge') !== proof) return reply.code(400).send({ error: 'invalid_grant' })
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, sub: 'sub-rogue', aud: query.get('client_id'), nonce: query.get('nonce') }
    const times = { iat: now, exp: now + 60 }
    const content = `${part({ alg: 'RS256', kid: 'one' })}.${part({ ...claims, ...times, ...rogue.overrides.claims })}`
    const signature = sign('sha256', Buffer.from(content), privateKey).toString('base64url')
    const idToken = `${content}.${signature}`
    return { access_token: randomUUID(), token_type: 'Bearer', id_token: rogue.overrides.idToken?.(idToken) ?? idToken }
  })
  app.get('/userinfo', async () => ({ sub: 'sub-rogue', name: 'Rogue', ...rogue.overrides.userinfo }))
  issuer = await app.listen({ host: '127.0.0.1', port: 0 })
  return rogue
}
