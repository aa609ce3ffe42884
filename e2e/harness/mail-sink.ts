import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { textOf } from './http.ts'

/** A certificate that a server trusts if started with `NODE_EXTRA_CA_CERTS` set to this file. */
export const certificate = fileURLToPath(new URL('../fixtures/loopback-tls.pem', import.meta.url))

export interface Mail {
  readonly to: readonly string[]
  readonly user: string | undefined
  readonly isEncrypted: boolean
  /** unparsed headers and body */
  readonly raw: string
}

/** A real mail server on loopback that requires a password and stores received mail. */
export async function startMailSink(port: number, { secure = false } = {}) {
  const mails: Mail[] = []
  const pem = readFileSync(certificate)
  const sink = new SMTPServer({
    secure,
    ...{ key: pem, cert: pem },
    onAuth: ({ username, password }, _, done) =>
      password === 'mail-s3cret' ? done(null, { user: username }) : done(new Error('wrong password')),
    async onData(stream, { envelope, user, secure: isEncrypted }, done) {
      const raw = await textOf(stream)
      if (raw === undefined) return done(new Error('broken off'))
      mails.push({
        to: envelope.rcptTo.map(({ address }) => address),
        user: typeof user === 'string' ? user : undefined,
        isEncrypted,
        raw,
      })
      done()
    },
  })
  // a killed server disconnects mid-session
  sink.on('error', () => {})
  const server = sink.listen(port, '127.0.0.1')
  if (!server.listening) await once(server, 'listening')
  return { mails, close: () => new Promise<void>((resolve) => sink.close(() => resolve())) }
}
