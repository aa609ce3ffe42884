import { createECDH, type ECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

/** Certificate and key of the loopback address, for tests only. */
const pem = readFileSync(new URL('./loopback-tls.pem', import.meta.url), 'utf8')

export interface PushMessage {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** The certificate, which the process that sends must trust. */
export const certificate = pem

/** A push service of browsers on a local port. */
export async function startPushService() {
  const received: PushMessage[] = []
  const state = { status: 201, headers: {} as Record<string, string> }
  const server: Server = createServer({ key: pem, cert: pem }, async (req, res) => {
    const chunks = await req.toArray().catch(() => undefined)
    // Its sender broke off.
    if (!chunks) return
    received.push({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks) })
    res.writeHead(state.status, state.headers).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    received,
    state,
    origin: `https://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const require = createRequire(import.meta.url)
/** An implementation of RFC 8188 and 8291 by others; it has no types. */
const ece = require('http_ece') as {
  decrypt(body: Buffer, options: { version: string; privateKey: ECDH; authSecret: Buffer }): Buffer
}

/** A browser that subscribed: its keys, and how it reads messages (RFC 8291). */
export function makeBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    read: ({ body }: PushMessage) =>
      JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString()),
    subscription: {
      endpoint,
      keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
      origin: 'https://svc.example',
      name: 'Firefox on Linux',
      language: 'en',
    },
  }
}
