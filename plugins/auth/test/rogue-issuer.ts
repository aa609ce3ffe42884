import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import Fastify, { type FastifyReply } from 'fastify'

/** What an issuer does differently from an honest one. */
export interface Tricks {
  /** over the discovery document */
  metadata?: object
  /** over the claims of the ID token */
  claims?: object
  /** the ID token as it is sent */
  idToken?: (token: string) => string
  /** over what the browser brings back */
  back?: Record<string, string>
  /** instead of the answer of the token endpoint */
  token?: (reply: FastifyReply) => unknown
  userinfo?: object
}

export interface RogueIssuer {
  readonly issuer: string
  tricks: Tricks
  /** paths that were asked for, with the host they were asked at */
  readonly asked: string[]
  /** what the token endpoint received last */
  readonly received: URLSearchParams
  close(): Promise<void>
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An OpenID issuer without any manners: it signs everybody in as `sub-rogue`, and as dishonestly as it is told. */
export async function openRogueIssuer(): Promise<RogueIssuer> {
  const app = Fastify({ forceCloseConnections: true })
  const begun = new Map<string, URLSearchParams>()
  const asked: string[] = []
  let received = new URLSearchParams()
  let issuer = ''
  const rogue = {
    tricks: {} as Tricks,
    asked,
    get issuer() {
      return issuer
    },
    get received() {
      return received
    },
    close: () => app.close(),
  }
  app.addHook('onRequest', async (req) => void asked.push(`${req.headers.host}${req.url.split('?')[0]}`))
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
    ...rogue.tricks.metadata,
  }))
  app.get('/jwks', async () => ({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
  }))
  app.get('/auth', async (req, reply) => {
    const query = new URL(req.url, issuer).searchParams
    const code = randomUUID()
    begun.set(code, query)
    const to = new URL(query.get('redirect_uri') ?? issuer)
    const back = { code, state: query.get('state') ?? '', ...rogue.tricks.back }
    to.search = new URLSearchParams(back).toString()
    return reply.redirect(to.href)
  })
  app.post('/token', async (req, reply) => {
    received = new URLSearchParams(String(req.body))
    const query = begun.get(received.get('code') ?? '')
    const proof = createHash('sha256')
      .update(received.get('code_verifier') ?? '')
      .digest('base64url')
    if (rogue.tricks.token) return rogue.tricks.token(reply)
    if (!query || query.get('code_challenge') !== proof) return reply.code(400).send({ error: 'invalid_grant' })
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, sub: 'sub-rogue', aud: query.get('client_id'), nonce: query.get('nonce') }
    const times = { iat: now, exp: now + 60 }
    const content = `${part({ alg: 'RS256', kid: 'one' })}.${part({ ...claims, ...times, ...rogue.tricks.claims })}`
    const signature = sign('sha256', Buffer.from(content), privateKey).toString('base64url')
    const honest = `${content}.${signature}`
    return { access_token: randomUUID(), token_type: 'Bearer', id_token: rogue.tricks.idToken?.(honest) ?? honest }
  })
  app.get('/userinfo', async () => ({ sub: 'sub-rogue', name: 'Rogue', ...rogue.tricks.userinfo }))
  issuer = await app.listen({ host: '127.0.0.1', port: 0 })
  return rogue
}
