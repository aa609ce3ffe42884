import WebSocket from 'ws'
import type { Family } from './family.ts'
import { signIn } from './fleet/session.ts'
import { limitLine, ratioLine } from './line.ts'
import { median } from './statistics.ts'
import { startServer } from './svc-server.ts'

const password = 'another long password'
const sockets = 200
/** Stays below the limit of 50 failed attempts per name in 15 minutes. */
const attemptsPerName = 40

async function failedSignInMs(url: URL, username: string): Promise<number> {
  const body = JSON.stringify({ username, password: 'not the password' })
  const begun = performance.now()
  const answer = await fetch(new URL('/api/auth/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await answer.arrayBuffer()
  if (answer.status !== 401) throw new Error(`a wrong password was answered with ${answer.status}`)
  return performance.now() - begun
}

/** Cliff's delta: the probability that a value of `a` exceeds one of `b`, minus the reverse. 0 if indistinguishable. */
function advantage(a: readonly number[], b: readonly number[]): number {
  let sum = 0
  for (const x of a) for (const y of b) sum += Math.sign(x - y)
  return sum / (a.length * b.length)
}

/** Three standard deviations of `advantage` for two samples of this size from the same distribution. */
const noise = (count: number) => 6 * Math.sqrt((2 * count + 1) / (12 * count * count))

const openSocket = (url: URL, cookie: string) =>
  new Promise<WebSocket>((resolve, reject) => {
    const address = new URL('/api/ws/servers', url).href.replace(/^http/, 'ws')
    const socket = new WebSocket(address, { headers: { cookie, origin: url.origin } })
    socket.on('open', () => resolve(socket))
    socket.on('error', reject)
  })

/** Timing differences of failed sign-ins, and how fast the connections of a revoked credential close. */
export const accounts: Family = {
  name: 'accounts',
  async run({ quick, note }) {
    const server = await startServer()
    const { url } = server
    try {
      const admin = await server.admin()
      const names = quick ? 2 : 5
      for (let i = 0; i < names; i++) await admin.call('POST', '/api/users', { username: `known-${i}`, password })
      note('failed sign-ins of existing and unknown users')
      const existing: number[] = []
      const unknown: number[] = []
      for (let i = 0; i < names * attemptsPerName; i++) {
        existing.push(await failedSignInMs(url, `known-${i % names}`))
        unknown.push(await failedSignInMs(url, `other-${i % names}`))
      }
      note(`revoking a session with ${sockets} sockets`)
      const own = await signIn(url, 'known-0', password)
      const other = await signIn(url, 'known-0', password)
      const open = await Promise.all(Array.from({ length: sockets }, () => openSocket(url, other.cookie)))
      const closed = Promise.all(open.map((socket) => new Promise<void>((done) => socket.on('close', () => done()))))
      await own.call('PUT', '/api/auth/password', { old_password: password, new_password: `${password} 2` })
      const revoked = performance.now()
      await closed
      return [
        ratioLine(
          {
            name: 'failed sign-in, existing / unknown user, median',
            value: median(existing),
            baseline: median(unknown),
            unit: 'ms',
          },
          { max: 1.1 },
        ),
        limitLine(
          {
            name: 'advantage in guessing which of two users exists',
            value: Math.abs(advantage(existing, unknown)),
            unit: '',
          },
          { max: Number(noise(existing.length).toFixed(2)) },
        ),
        limitLine(
          {
            name: `password change until ${sockets} revoked sockets are closed`,
            value: Math.max(0, performance.now() - revoked),
            unit: 'ms',
          },
          { max: 1000 },
        ),
      ]
    } finally {
      await server.close()
    }
  },
}
