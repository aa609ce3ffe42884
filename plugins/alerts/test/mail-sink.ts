import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly user: string | undefined
  readonly isEncrypted: boolean
  /** raw headers and body */
  readonly raw: string
}

/** A real mail server on the loopback address that records emails. */
export async function startMailSink(options: SMTPServerOptions = {}) {
  const mails: Mail[] = []
  const sink = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    async onData(stream, { envelope, user, secure }, done) {
      const chunks = await stream.toArray().catch(() => undefined)
      if (!chunks) return done(new Error('broken off'))
      mails.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        user: typeof user === 'string' ? user : undefined,
        isEncrypted: secure,
        raw: Buffer.concat(chunks).toString(),
      })
      done()
    },
    ...options,
  })
  // Some tests disconnect early.
  sink.on('error', () => {})
  const server = sink.listen(0, '127.0.0.1')
  if (!server.listening) await once(server, 'listening')
  return {
    mails,
    port: (server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => sink.close(() => resolve())),
  }
}
