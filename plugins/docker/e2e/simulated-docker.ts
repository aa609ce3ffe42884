import { createHash } from 'node:crypto'
import { onboard } from '@svc/e2e/enrol'
import type { Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { secretMask } from '@svc/protocol'

/** Capability bit of `docker`. */
const dockerBit = 128
const mib = 2 ** 20
const now = () => Math.floor(Date.now() / 1000)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

interface Container {
  readonly id: string
  readonly name: string
  readonly image: string
  readonly state: string
  readonly networks: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly [more: string]: unknown
}

const container = (name: string, labels: Container['labels'], replaced: object = {}): Container => ({
  id: hash(name),
  name,
  image: `registry.example.com/team/${name.split('-').at(-2) ?? name}:1.4.2`,
  state: 'running',
  status: 'Up 3 hours',
  created: now() - 86_400,
  ports: [],
  labels,
  image_id: `sha256:${hash('image')}`,
  image_digest: `sha256:${hash('digest')}`,
  restarts: 0,
  started_at: now() - 10_800,
  mounts: [],
  networks: ['bridge'],
  ...replaced,
})

const composed = (project: string, service: string, replaced: object = {}): Container =>
  container(
    `${project}-${service}-1`,
    { 'com.docker.compose.project': project, 'com.docker.compose.service': service },
    { networks: [`${project}_default`], ...replaced },
  )

/** Ten containers in two compose projects and apart, in the states that containers have. */
const containers: readonly Container[] = [
  composed('shop', 'db', {
    health: 'healthy',
    status: 'Up 3 hours (healthy)',
    ports: [{ private_port: 5432, port_type: 'tcp' }],
    mounts: [{ type: 'volume', source: 'shop_data', destination: '/var/lib/postgresql/data', writable: true }],
  }),
  composed('shop', 'web', { ports: [{ private_port: 80, public_port: 8080, port_type: 'tcp', ip: '0.0.0.0' }] }),
  composed('shop', 'cache'),
  composed('shop', 'mailer', { health: 'unhealthy', status: 'Up 3 hours (unhealthy)', restarts: 4 }),
  composed('shop', 'migrate', { state: 'exited', status: 'Exited (0) 3 hours ago', exit_code: 0 }),
  composed('metrics', 'prometheus'),
  composed('metrics', 'grafana', { state: 'paused', status: 'Up 3 hours (Paused)' }),
  composed('metrics', 'exporter-with-a-name-that-is-longer-than-any-column-of-the-table-has-room-for', {
    state: 'restarting',
    status: 'Restarting (1) 4 seconds ago',
    restarts: 31,
  }),
  container('backup', {}, { state: 'exited', status: 'Exited (137) 2 hours ago', exit_code: 137, oom_killed: true }),
  container('registry', {}),
]

const statsOf = ({ id, name }: Container, tick: number) => {
  const seed = Number.parseInt(id.slice(0, 4), 16)
  const wave = Math.sin(tick / 3 + seed) + 1
  const memory = (40 + (seed % 400) + Math.round(wave * 20)) * mib
  return {
    ...{ id, name, cpu_percent: (seed % 40) * wave, pids: 3 + (seed % 20) },
    ...{ memory_usage: memory, memory_limit: 2048 * mib, memory_percent: memory / 20.48 / mib },
    ...{ network_rx: tick * seed * 30, network_tx: tick * seed * 9 },
    ...{ block_read: tick * seed, block_write: tick * seed * 2 },
  }
}

const logLines = [
  '\u001b[32mINFO\u001b[0m  listening on :5432',
  '\u001b[36mDEBUG\u001b[0m query took 3 ms: \u001b[1mSELECT\u001b[0m id, name FROM products WHERE price < 100 ORDER BY name',
  '\u001b[33mWARN\u001b[0m  slow query (1204 ms)',
  '\u001b[31mERROR\u001b[0m connection reset by peer',
  `{"level":"info","msg":"checkpoint complete","buffers":${'1234567890'.repeat(20)}}`,
]

const entries = () =>
  Array.from({ length: 60 }, (_, index) => ({
    timestamp: new Date(Date.now() - (60 - index) * 1000).toISOString().replace('Z', '000000Z'),
    stream: index % 9 === 4 ? 'stderr' : 'stdout',
    message: `${logLines[index % logLines.length]}\n`,
  }))

const event = (ago: number, action: string, actor: Container, attributes: Container['labels'] = {}) => ({
  ...{ timestamp: now() - ago, event_type: 'container', action, actor_id: actor.id, actor_name: actor.name },
  attributes: { image: actor.image, ...attributes },
})

type Frame = Readonly<Record<string, unknown>>

/** What the agent responds, by the type of the request. */
const responses: Readonly<Record<string, (all: readonly Container[]) => object>> = {
  docker_list_containers: (all) => ({ type: 'docker_containers', containers: all }),
  docker_get_info: (all) => ({
    type: 'docker_info',
    info: {
      ...{ docker_version: '27.3.1', api_version: '1.47', os: 'Debian GNU/Linux 13', arch: 'x86_64' },
      ...{ containers_running: all.length, containers_paused: 0, containers_stopped: 0, images: 3 },
      memory_total: 16_384 * mib,
    },
  }),
  docker_list_images: () => ({
    type: 'docker_images',
    images: [
      ['registry.example.com/team/web:1.4.2', 180, 2],
      ['postgres:17-alpine', 272, 1],
      ['', 90, 0],
    ].map(([tag, size, count]) => ({
      ...{ id: `sha256:${hash(String(tag))}`, tags: tag ? [tag] : [], digests: [], containers: count },
      ...{ created: now() - 9e5, size: Number(size) * mib },
    })),
  }),
  docker_list_networks: (all) => ({
    type: 'docker_networks',
    networks: ['bridge', 'shop_default', 'metrics_default'].map((name) => ({
      ...{ id: hash(name), name, driver: 'bridge', scope: 'local' },
      containers: Object.fromEntries(all.filter((c) => c.networks.includes(name)).map((c) => [c.id, c.name])),
    })),
  }),
  docker_list_volumes: () => ({
    type: 'docker_volumes',
    volumes: ['shop_data', hash('volume')].map((name) => ({
      ...{ name, driver: 'local', mountpoint: `/var/lib/docker/volumes/${name}/_data`, labels: {} },
      created_at: '2026-06-01T10:00:00Z',
    })),
  }),
  docker_inspect: () => ({
    type: 'docker_inspected',
    container: {
      Id: hash('shop-db-1'),
      State: { Status: 'running', Pid: 4711 },
      Config: {
        Env: ['PATH=/usr/local/bin:/usr/bin:/bin', 'POSTGRES_PASSWORD=secret'].map((line) =>
          line.replace(/=.*/, `=${secretMask}`),
        ),
        Cmd: ['postgres', '-c', 'shared_buffers=256MB'],
      },
      HostConfig: { RestartPolicy: { Name: 'unless-stopped' }, Memory: 2048 * mib },
    },
  }),
}

/** A server with an agent that acts as if its host ran ten containers, or those with these names, until it is closed. */
export async function simulateDocker(
  url: string,
  admin: Session,
  name: string,
  names?: readonly string[],
): Promise<{ readonly id: string; readonly containers: readonly Container[]; close(): void }> {
  const all = names?.map((each) => container(each, {})) ?? containers
  const { server_id: id, enrollment } = await onboard(admin, name)
  const info = { agent_local_capabilities: dockerBit, features: ['docker', 'docker_extras'] }
  const peer = await simulateAgent(url, enrollment.code, undefined, info)
  let timer: NodeJS.Timeout | undefined
  let tick = 0
  const sendStats = () => {
    tick += 1
    peer.send({ type: 'docker_containers', containers: all })
    peer.send({
      type: 'docker_stats',
      stats: all.filter(({ state }) => state === 'running').map((each) => statsOf(each, tick)),
    })
  }
  const receive = ({ type, msg_id, session_id }: Frame) => {
    const response = responses[String(type)]
    if (response) peer.send({ msg_id, ...response(all) })
    else if (type === 'docker_start_stats') {
      clearInterval(timer)
      timer = setInterval(sendStats, 1000)
      sendStats()
    } else if (type === 'docker_stop_stats') clearInterval(timer)
    else if (type === 'docker_logs_start') peer.send({ type: 'docker_log', session_id, entries: entries(), dropped: 3 })
  }
  peer.socket.on('message', (data) => receive(JSON.parse(String(data))))
  const [db, , , mailer, migrate] = all
  if (db && mailer && migrate) {
    for (const each of [
      event(93_000, 'create', db),
      event(9000, 'start', db),
      event(7200, 'die', migrate, { exitCode: '0' }),
      event(900, 'kill', mailer, { signal: '15' }),
      event(899, 'die', mailer, { exitCode: '1' }),
      event(890, 'start', mailer),
      event(60, 'health_status: unhealthy', mailer),
    ]) {
      peer.send({ type: 'docker_event', event: each })
    }
  }
  return {
    id,
    containers: all,
    close() {
      clearInterval(timer)
      peer.close()
    },
  }
}
