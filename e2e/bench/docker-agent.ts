import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { contributedProgram } from '../harness/contributed.ts'
import type { Family } from './family.ts'
import type { Session } from './fleet/session.ts'
import { infoLine, limitLine, ratioLine } from './line.ts'
import { type Program, startProgram } from './process.ts'
import { agentProgram, startAgent } from './svc-agent.ts'
import { startServer } from './svc-server.ts'

const mib = 2 ** 20
const count = 50

/** Starts a real daemon with containers; the program belongs to the agent plugin. */
async function startContainers(): Promise<{ readonly program: Program; readonly socket: string }> {
  const program = startProgram([...contributedProgram('busy-host'), String(count)])
  for (let waited = 0; waited < 120_000 && !program.hasEnded(); waited += 100) {
    const socket = /^socket: (.+)$/m.exec(program.output())?.[1]
    if (socket) return { program, socket }
    await sleep(100)
  }
  await program.stop()
  throw new Error(`the containers did not start:\n${program.output().slice(-2000)}`)
}

/** A browser on the page of the containers. Resolves when it has the statistics of all of them. */
async function watch(admin: Session, serverId: string): Promise<WebSocket> {
  const url = new URL('/api/ws/servers', admin.url)
  url.protocol = 'ws:'
  const socket = new WebSocket(url, { headers: { cookie: admin.cookie, origin: admin.url.origin } })
  await once(socket, 'open')
  const complete = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the statistics did not arrive')), 30_000)
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; stats?: unknown[] | null }
      if (message.type !== 'docker_update' || message.stats?.length !== count) return
      clearTimeout(timer)
      resolve()
    })
  })
  socket.send(JSON.stringify({ type: 'docker_subscribe', server_id: serverId }))
  await complete
  return socket
}

/** CPU and memory of an agent on a host with many containers. */
export const dockerAgent: Family = {
  name: 'docker-agent',
  async run({ quick, note }) {
    const programs: Program[] = []
    const folders: string[] = []
    const server = await startServer()
    const startOne = async (admin: Session, more: string) => {
      const folder = await mkdtemp(join(tmpdir(), 'svc-bench-docker-'))
      folders.push(folder)
      const first = await startAgent(admin, folder, more)
      // The first start compiles; its end keeps the compiled code for all others.
      await first.program.stop()
      const program = startProgram(agentProgram, { cwd: folder })
      programs.push(program)
      return { program, serverId: first.serverId }
    }
    const share = async (program: Program, seconds: number) => {
      const before = { spent: program.cpuSeconds(), at: performance.now() }
      await sleep(seconds * 1000)
      return ((program.cpuSeconds() - before.spent) / ((performance.now() - before.at) / 1000)) * 100
    }
    try {
      note(`starting ${count} containers`)
      const host = await startContainers()
      programs.push(host.program)
      const admin = await server.admin()
      const bare = await startOne(admin, '')
      const more = `[capabilities]\nallow = ["docker"]\n[docker]\nsocket = "${host.socket}"\n`
      const { program, serverId } = await startOne(admin, more)
      note('letting the agents work')
      await sleep(quick ? 5000 : 15_000)
      const seconds = quick ? 20 : 60
      const [without, idle] = await Promise.all([share(bare.program, seconds), share(program, seconds)])
      const idleBytes = program.rssBytes()
      note('watching the containers')
      const socket = await watch(admin, serverId)
      await sleep(quick ? 5000 : 15_000)
      const [rest, watched] = await Promise.all([share(bare.program, seconds), share(program, seconds)])
      const watchedBytes = program.rssBytes()
      socket.terminate()
      return [
        limitLine(
          { name: `agent CPU, ${count} containers watched`, value: watched, baseline: rest, unit: '%' },
          { max: 1.5 },
        ),
        limitLine(
          { name: `agent CPU, ${count} containers, nobody looks`, value: idle, baseline: without, unit: '%' },
          { max: 0.5 },
        ),
        ratioLine(
          {
            name: 'agent RSS with Docker, nobody looks / without Docker',
            value: idleBytes / mib,
            baseline: bare.program.rssBytes() / mib,
            unit: 'MB',
          },
          { max: 1.1 },
        ),
        infoLine({ name: `agent RSS, ${count} containers watched`, value: watchedBytes / mib, unit: 'MB' }),
      ]
    } finally {
      for (const program of programs) await program.stop()
      await server.close()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    }
  },
}
