import { inspect } from './database.ts'
import { onboard } from './enrol.ts'
import { freePort } from './place.ts'
import type { Server } from './server.ts'
import { firstSignIn, type Session } from './session.ts'
import type { Stage } from './stage.ts'

const gib = 2 ** 30
const dayMs = 86_400_000
const minutesPerDay = 1440
/** Keys of accounting rows: hour or day in the upper bits, the server's number in the lower 20. */
const keyOf = (unit: number, number: number) => unit * 2 ** 20 + number

/** A server with accounting history. */
export interface Host {
  readonly name: string
  readonly billing?: Readonly<Record<string, string | number>>
  /** GiB a day, in and out */
  readonly traffic?: readonly [number, number]
  /** offline minutes, on every n-th day */
  readonly away?: readonly [minutes: number, every: number]
  /** days since the server was added */
  readonly age?: number
}

export interface Accounts {
  readonly server: Server
  readonly admin: Session
  /** server ids by name */
  readonly ids: ReadonlyMap<string, string>
}

/** Offline runs in storage format: first minute and exclusive end of each, as 16-bit little endian. */
function runs(...bounds: number[]): Buffer {
  const packed = Buffer.alloc(bounds.length * 2)
  for (const [at, bound] of bounds.entries()) packed.writeUInt16LE(bound, at * 2)
  return packed
}

/** Starts a server on a database with accounting history for these hosts; days are in UTC. */
export async function accountsOf(stage: Stage, hosts: readonly Host[]): Promise<Accounts> {
  const place = { directory: stage.directory(), port: await freePort() }
  const first = await stage.server(place)
  const admin = await firstSignIn(first)
  const ids = new Map<string, string>()
  for (const { name, billing } of hosts) {
    const { server_id } = await onboard(admin, name)
    ids.set(name, server_id)
    if (billing) await admin.send('PUT', `/api/servers/${server_id}`, billing)
  }
  await first.stop()
  inspect(first.dataDir, (db) => {
    const now = Date.now()
    const today = Math.floor(now / dayMs)
    const minute = Math.floor((now % dayMs) / 60_000)
    const number = db.prepare<[string], number>('SELECT number FROM enrollment_servers WHERE id = ?').pluck()
    const born = db.prepare('UPDATE enrollment_servers SET created_at = ? WHERE number = ?')
    const daily = db.prepare('INSERT INTO accounting_traffic_daily VALUES (?, ?, ?)')
    const hourly = db.prepare('INSERT INTO accounting_traffic_hourly VALUES (?, ?, ?)')
    const uptime = db.prepare('INSERT OR REPLACE INTO metrics_uptime_days VALUES (?, ?)')
    const write = db.transaction(() => {
      const oldest = Math.max(...hosts.map(({ age = 0 }) => age))
      for (let day = today - oldest; day <= today; day++) {
        uptime.run(keyOf(day, 0), runs(0, day === today ? minute : minutesPerDay))
      }
      for (const { name, traffic = [0, 0], away, age = 0 } of hosts) {
        const key = number.get(ids.get(name) ?? '') ?? 0
        born.run(Math.floor(now / 1000) - age * 86_400, key)
        for (let day = today - age; day <= today; day++) {
          // varies from day to day, but is the same in every run
          const wave = 0.6 + 0.4 * Math.sin(day * 0.9 + key)
          const [inward, out] = traffic.map((size) => Math.round(size * wave * gib))
          daily.run(keyOf(day, key), inward, out)
          if (age === 0) continue
          const end = day === today ? minute : minutesPerDay
          const start = Math.min(end, day === today - age ? minute : 0)
          const [minutes, every] = away ?? [0, 1]
          const isOffline = minutes > 0 && (day + key) % every === 0 && day < today
          uptime.run(
            keyOf(day, key),
            isOffline ? runs(start, start + 100, start + 100 + minutes, end) : runs(start, end),
          )
        }
        const hour = Math.floor(now / 3_600_000)
        for (let at = today * 24; at <= hour; at++) {
          const wave = 0.3 + (at % 5) / 5
          const [inward, out] = traffic.map((size) => Math.round((size * wave * gib) / 24))
          hourly.run(keyOf(at, key), inward, out)
        }
      }
    })
    write()
  })
  return { server: await stage.server(place), admin, ids }
}
