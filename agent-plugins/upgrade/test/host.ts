import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildSync } from 'esbuild'
import { expect, vi } from 'vitest'
import type { Transaction } from '../src/transaction.ts'

const cache = mkdtempSync(join(tmpdir(), 'svc-upgrade-cache-'))
process.on('exit', () => rmSync(cache, { recursive: true, force: true }))
/** One file that is compiled once starts in a tenth of the time that all its modules take. */
const fixture = join(cache, 'program.mjs')
buildSync({
  entryPoints: [new URL('./program.ts', import.meta.url).pathname],
  outfile: fixture,
  bundle: true,
  platform: 'node',
  format: 'esm',
  conditions: ['svc-source'],
})

const asset = 'svc-agent-test'

export interface ProgramOptions {
  /** what `--version` prints; by default the version it runs as */
  readonly printed?: string
  /** the boundary at which it is killed, or `dies` (once connected), `mute` (never connects) */
  readonly fate?: string
  /** shell commands before it starts */
  readonly first?: string
}

/** A program file of this version. */
export const programOf = (version: string, { printed = version, fate = '', first = '' }: ProgramOptions = {}): string =>
  `#!/bin/sh
if [ "$1" = --version ]; then echo ${printed}; exit; fi
${first}
AGENT_VERSION=${version} AGENT_FATE=${fate} exec ${process.execPath} ${fixture} "$@"
`

interface Agent {
  readonly pid: number
  readonly version: string
  readonly args: readonly string[]
  readonly socket: Socket
}

type Message = Record<string, unknown> & { readonly type: string }

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export interface HostOptions {
  /** by default nobody starts the program again */
  readonly service?: boolean
  readonly timing?: object
  readonly acknowledges?: boolean
  /** shell commands before the program starts, such as `ulimit` */
  readonly before?: string
  /** bytes of its disk, which needs root to mount it */
  readonly disk?: number
  /** a disk of a file system with a journal, for `cutPower` */
  readonly journaled?: boolean
  /** public key that has to sign the releases */
  readonly releaseKey?: string
}

/** A host with a program, a server it connects to, and a release location. */
export async function makeHost(options: HostOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-upgrade-'))
  const { disk, journaled } = options
  if (disk) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk}`, 'tmpfs', folder])
  const images = [`${folder}.disk`, `${folder}.after`] as const
  // The journal is written when a program asks for it, not every five seconds.
  const mountImage = (image: string) => execFileSync('mount', ['-o', 'loop,commit=300', image, folder])
  if (journaled) {
    execFileSync('mkfs.ext4', ['-q', '-b', '1024', images[0], '16M'])
    mountImage(images[0])
  }
  const stateDir = join(folder, 'state')
  mkdirSync(stateDir)
  const program = join(folder, 'svc-agent')
  const connected = new Set<Agent>()
  const messages: Message[] = []
  let mostAtOnce = 0
  let acknowledges = options.acknowledges ?? true
  const files = new Map<string, string | Buffer | RequestListener>()

  const server = createServer((socket) => {
    socket.on('error', () => {})
    let agent: Agent | undefined
    const lines = createInterface({ input: socket })
    // It repeats the errors of the socket.
    lines.on('error', () => {})
    lines.on('line', (line) => {
      const message: Message = JSON.parse(line)
      if (message.type === 'hello') {
        agent = { ...(message as unknown as Agent), socket }
        connected.add(agent)
        mostAtOnce = Math.max(mostAtOnce, connected.size)
        socket.write('{"type":"welcome"}\n')
        return
      }
      messages.push(message)
      if (acknowledges) socket.write(`${JSON.stringify({ type: 'ack', msg_id: message.msg_id })}\n`)
    })
    socket.on('close', () => agent && connected.delete(agent))
  })
  const port = await listen(server)
  const releases = createHttpServer((request, response) => {
    const found = files.get(request.url ?? '')
    if (typeof found === 'function') found(request, response)
    else response.writeHead(found === undefined ? 404 : 200).end(found)
  })
  const base = `http://127.0.0.1:${await listen(releases)}/releases`

  const timing = { announceMs: 60_000, stableMs: 20, stopMs: 5_000, ...options.timing }
  const place = { port, stateDir, program, base, timing, releaseKey: options.releaseKey ?? '' }
  const env = { PATH: process.env.PATH ?? '', AGENT_PLACE: JSON.stringify(place), NODE_COMPILE_CACHE: cache }
  let isClosed = false
  const started = new Set<ChildProcess>()
  let output = ''

  function start(): ChildProcess {
    // As systemd does it.
    const command = `${options.service ? 'export SYSTEMD_EXEC_PID=$$; ' : ''}${options.before ?? ''}\nexec "$0" "$@"`
    const child = spawn('/bin/sh', ['-c', command, program, '--config', 'agent.toml'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    started.add(child)
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('exit', () => {
      started.delete(child)
      if (options.service && !isClosed) start()
    })
    return child
  }

  /** The programs of this host, whether they are connected or not. */
  const running = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`"stateDir":"${stateDir}"`)
      } catch {
        return false
      }
    })

  const only = () => {
    const [agent] = connected
    if (connected.size !== 1 || !agent) throw new Error(`${connected.size} agents are connected`)
    return agent
  }
  const record = (): Transaction | undefined => {
    try {
      return JSON.parse(readFileSync(join(stateDir, 'upgrade.json'), 'utf8'))
    } catch {
      return undefined
    }
  }
  const wait = <T>(look: () => T) => vi.waitFor(look, { timeout: 60_000, interval: 10 })

  return {
    program,
    folder,
    files,
    record,
    wait,
    start,
    messages,
    output: () => output,
    mostAtOnce: () => mostAtOnce,
    count: () => connected.size,
    acknowledge: () => {
      acknowledges = true
    },
    text: () => readFileSync(program, 'utf8'),
    write: (content: string) => writeFileSync(program, content, { mode: 0o755 }),
    results: () => messages.filter(({ type }) => type === 'upgrade_result'),
    stages: () => messages.filter(({ type }) => type === 'upgrade_progress').map(({ stage }) => stage),
    /** Publishes a release with a correct list of checksums. */
    publish(version: string, content: string | Buffer, list = 'checksums.txt') {
      const hash = createHash('sha256').update(content).digest('hex')
      files.set(`/releases/download/v${version}/${asset}`, content)
      files.set(`/releases/download/v${version}/${list}`, `${'0'.repeat(64)}  other\n${hash} *${asset}\n`)
    },
    /** Resolves when the only agent is this version. */
    agent: (version: string) =>
      wait(() => {
        const agent = only()
        expect(agent.version).toBe(version)
        return agent
      }),
    upgrade(version: string) {
      only().socket.write(`${JSON.stringify({ type: 'upgrade', version, job_id: 'job' })}\n`)
    },
    /** Writes everything to the disk. */
    sync: () => execFileSync('sync', ['-f', folder]),
    /** Everything ends at once, and the disk has only what was synced. */
    async cutPower() {
      isClosed = true
      // What the file system has not written yet is not in the file of its disk.
      copyFileSync(...images)
      await wait(() => {
        const pids = running()
        for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
        expect(pids).toEqual([])
        expect(connected.size).toBe(0)
      })
      execFileSync('umount', [folder])
      mountImage(images[1])
      isClosed = false
      mostAtOnce = 0
    },
    async close() {
      isClosed = true
      for (const child of started) child.kill('SIGKILL')
      for (const { pid } of connected) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {}
      }
      server.close()
      releases.closeAllConnections()
      releases.close()
      await wait(() => expect(started.size + connected.size).toBe(0))
      if (disk || journaled) execFileSync('umount', [folder])
      for (const image of images) rmSync(image, { force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Host = Awaited<ReturnType<typeof makeHost>>
