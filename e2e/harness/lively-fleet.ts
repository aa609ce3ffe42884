import { contributed } from './contributed.ts'
import { claim, newRunToken, onboard } from './enrol.ts'
import type { Past } from './past.ts'
import { connectAgent } from './peer.ts'
import type { Session } from './session.ts'

interface Host {
  readonly name: string
  readonly country: string
  readonly away?: Past['away']
}

interface Timers {
  now(): number
  after(ms: number, work: () => void): () => void
  every(ms: number, work: () => void): () => void
}

/** What the plugin that simulates a fleet has in `test/fleet.ts`. */
interface Fleet {
  readonly hosts: readonly Host[]
  isOffline(host: Host): boolean
  simulateHost(
    host: Host,
    link: { send(message: object): void },
    clock: Timers,
  ): { receive(message: Readonly<Record<string, unknown>>): void; close(): void }
}

const [fleet] = [...(await contributed<Fleet>('fleet')).values()]
if (!fleet) throw new Error('no plugin has test/fleet.ts')
const { isOffline, simulateHost } = fleet

/** The one that the pages are about has a real agent. */
const hosts = fleet.hosts.filter(({ name }) => name !== 'web-1')

const clock: Timers = {
  now: Date.now,
  after(ms: number, work: () => void) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  every(ms: number, work: () => void) {
    const timer = setInterval(work, ms)
    return () => clearInterval(timer)
  },
}

/** The histories to write while the server is stopped. */
export const livelyPasts: readonly Past[] = fleet.hosts.map(({ name, away = [] }) => ({
  ...{ name, away, days: 30, isHost: true },
}))

/** Adds the hosts; the returned function connects their agents until `later` is called. */
export async function addLivelyFleet(url: string, admin: Session, later: (undo: () => unknown) => void) {
  const tokens: string[] = []
  for (const { name, country } of hosts) {
    const token = newRunToken()
    const { server_id, enrollment } = await onboard(admin, name)
    await claim(url, enrollment.code, token)
    await admin.send('PUT', `/api/servers/${server_id}`, { country_code: country })
    tokens.push(token)
  }
  return async () => {
    for (const [i, host] of hosts.entries()) {
      if (isOffline(host)) continue
      const peer = await connectAgent(url, tokens[i] ?? '')
      const agent = simulateHost(host, { send: (message) => void (peer.isOpen() && peer.send(message)) }, clock)
      peer.socket.on('message', (data) => agent.receive(JSON.parse(String(data))))
      // What arrived before is kept.
      for (const frame of peer.frames) agent.receive(frame)
      later(() => {
        agent.close()
        peer.close()
      })
    }
  }
}
