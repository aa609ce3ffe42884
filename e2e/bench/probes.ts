import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Family } from './family.ts'
import type { Session } from './fleet/session.ts'
import { openBeside } from './history/files.ts'
import { until } from './history/jobs.ts'
import { adminOf, makePlace } from './history/place.ts'
import { longest, own, takeNoted, watched } from './history/watch.ts'
import { requestsPerSecond } from './http-load.ts'
import { infoLine, limitLine, ratioLine } from './line.ts'
import { connectAll } from './probes/measuring.ts'
import { plainRows } from './probes/plain-rows.ts'
import { median, percentile } from './statistics.ts'
import { startIn } from './svc-server.ts'

const targets = 20
const serversWithDay = 10
const turnSeconds = 0.7
/** in which every agent of the fleet reports one round */
const fleetSeconds = 20
const idleSeconds = 10
const minutesPerHour = 60
const dayMs = 86_400_000

/** Assigns the maximum number of targets to every enrolled server. */
async function assignMaxTargets(admin: Session) {
  const all = await admin.call<{ id: string }[]>('GET', '/api/network-probes/targets')
  const default_target_ids = all.slice(0, targets).map(({ id }) => id)
  await admin.call('PUT', '/api/network-probes/setting', { interval: 60, packet_count: 10, default_target_ids })
}

const timed = async (run: () => unknown) => {
  const began = performance.now()
  await run()
  return performance.now() - began
}

/** Average milliseconds per run. */
function averageMs(run: (turn: number) => unknown): number {
  const began = performance.now()
  let turn = 0
  for (; performance.now() - began < turnSeconds * 1000; turn++) run(turn)
  return (performance.now() - began) / turn
}

/** Network probe records: disk usage, write load and read latency. */
export const probes: Family = {
  name: 'probes',
  async run({ quick, note }) {
    const agents = quick ? 100 : 500
    const { home, members, file } = await makePlace(agents, note, {
      configuration: '',
      what: `a day of ${targets} targets of ${serversWithDay} servers, and an hour of all`,
      program: 'probe-history',
      args: [String(serversWithDay)],
      prepare: assignMaxTargets,
    })
    const watchFile = join(home.folder, 'server.json')
    try {
      const program = await startIn(home, watched(watchFile))
      const beside = openBeside(file)
      try {
        const admin = await adminOf(home)
        const unsealedBytes = beside.size('probes_rounds').pages / (agents * targets * minutesPerHour)
        note('sealing')
        const unsealed = beside.count('probes_rounds')
        await until('sealing to begin', 120, 20, () => beside.count('probes_rounds') < unsealed)
        const sealingSeconds =
          (await timed(() =>
            until('the last hour to be sealed', 600, 100, () => beside.count('probes_rounds') === 0),
          )) / 1000
        const sealed = await takeNoted(program, watchFile)
        const blocks = beside.count('probes_sealed_hours')
        const sealedBytes = beside.size('probes_sealed_hours').pages / (blocks * targets * minutesPerHour)

        note('a round of the whole fleet')
        const fleet = await connectAll(new URL('/api/agent/ws', home.url).href.replace('http', 'ws'), members)
        await takeNoted(program, watchFile)
        await sleep(idleSeconds * 1000)
        const idle = await takeNoted(program, watchFile)
        const rounds = await fleet.measure(fleetSeconds)
        await until('the rounds to be written', 180, 500, () => beside.count('probes_rounds') >= agents)
        const written = await takeNoted(program, watchFile)
        fleet.close()

        note('reading')
        const servers = await admin.call<{ id: string }[]>('GET', '/api/servers')
        const ids = servers.slice(0, serversWithDay).map(({ id }) => id)
        const now = Date.now()
        const span = { from: new Date(now - dayMs + 1000).toISOString(), to: new Date(now).toISOString() }
        const rows = await plainRows(join(home.folder, 'rows.db'), admin, ids, span)
        const path = (id: string, more = {}) =>
          `/api/servers/${id}/network-probes/records?${new URLSearchParams({ ...span, ...more })}`
        const http = async (paths: readonly string[]) =>
          1000 /
          (await requestsPerSecond(
            home.port,
            paths,
            { cookie: admin.cookie },
            { seconds: turnSeconds, connections: 1 },
          ))
        const [first] = await admin.call<{ id: string }[]>('GET', `/api/servers/${ids[0]}/network-probes/targets`)
        const turns = {
          all: [] as number[],
          one: [] as number[],
          rows: [] as number[],
          row: [] as number[],
          write: [] as number[],
        }
        for (let turn = 0; turn < (quick ? 3 : 9); turn++) {
          turns.all.push(await http(ids.map((id) => path(id))))
          turns.one.push(await http(ids.map((id) => path(id, { target_id: first?.id ?? '' }))))
          turns.rows.push(averageMs((i) => rows.read(i % serversWithDay)))
          turns.row.push(averageMs((i) => rows.read(i % serversWithDay, 0)))
          turns.write.push(rows.write(agents, turn))
        }
        await takeNoted(program, watchFile)
        const overview = await timed(() => admin.call('GET', '/api/network-probes/overview'))
        const readLoad = await takeNoted(program, watchFile)
        const plainBytes = rows.bytes()
        rows.close()
        return [
          ratioLine(
            {
              name: 'stored bytes per sealed round, whole pages / plain rows',
              value: sealedBytes,
              baseline: plainBytes,
              unit: 'B',
            },
            { max: 0.25 },
          ),
          infoLine({
            name: 'the same before the hour is sealed',
            value: unsealedBytes,
            baseline: plainBytes,
            unit: 'B',
          }),
          limitLine(
            {
              name: `longest write of ${rounds} rounds / as plain rows`,
              ...{ value: longest(own(written.main)), baseline: median(turns.write), unit: 'ms' },
            },
            { max: 10 },
          ),
          limitLine(
            {
              name: 'longest event loop block during writes / idle',
              ...{ value: longest(own(written.loop)), baseline: longest(own(idle.loop)), unit: 'ms' },
            },
            { max: 15 },
          ),
          infoLine({
            name: 'event loop delay p99 during writes / idle',
            ...{ value: percentile(own(written.loop), 0.99), baseline: percentile(own(idle.loop), 0.99), unit: 'ms' },
          }),
          infoLine({ name: `sealing an hour of ${agents} servers`, value: sealingSeconds, unit: 's' }),
          limitLine(
            { name: 'longest write transaction of sealing', value: longest(own(sealed.worker)), unit: 'ms' },
            { max: 10 },
          ),
          ratioLine(
            {
              name: `24 h of ${targets} targets, HTTP / rows`,
              ...{ value: median(turns.all), baseline: median(turns.rows), unit: 'ms' },
            },
            { max: 2 },
          ),
          ratioLine(
            {
              name: '24 h of one target, HTTP / rows',
              value: median(turns.one),
              baseline: median(turns.row),
              unit: 'ms',
            },
            { max: 8 },
          ),
          infoLine({ name: `overview of ${agents} servers, uncached`, value: overview, unit: 'ms' }),
          limitLine(
            {
              name: 'longest event loop block during reads / idle',
              ...{ value: longest(own(readLoad.loop)), baseline: longest(own(idle.loop)), unit: 'ms' },
            },
            { max: 15 },
          ),
        ]
      } finally {
        beside.close()
        await program.stop()
      }
    } finally {
      await home.remove()
    }
  },
}
