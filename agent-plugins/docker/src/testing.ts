import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The only image of a test daemon: BusyBox. */
export const testImage = 'bb:1'

export interface TestContainer {
  readonly name: string
  /** runs in `sh -c` */
  readonly script: string
  /** for example `com.docker.compose.project` */
  readonly labels?: Readonly<Record<string, string>>
  readonly env?: readonly string[]
  readonly tty?: boolean
  /** more of the body of the daemon's `POST /containers/create`, for example `Healthcheck` */
  readonly options?: Readonly<Record<string, unknown>>
  /** more of its `HostConfig`, for example `RestartPolicy` */
  readonly host?: Readonly<Record<string, unknown>>
}

/** A real daemon with one image and nothing of this host. */
export interface TestDaemon {
  /** the path of its socket */
  readonly socket: string
  /** Calls the API of the daemon. Rejects with its message if it refuses. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>
  /** Creates and starts a container without a network. Resolves to its id. */
  run(container: TestContainer): Promise<string>
  /** Removes all containers. */
  clear(): Promise<void>
  /** Kills the daemon without a chance to clean up. */
  kill(): Promise<void>
  /** Starts it again after `kill`. */
  restart(): Promise<void>
  close(): Promise<void>
}

const applets = ['cat', 'date', 'dd', 'echo', 'false', 'head', 'printf', 'seq', 'sh', 'sleep', 'tr', 'true', 'yes']

/** The file system of the image, as a tar archive. */
function imageArchive(folder: string): Buffer {
  const bin = join(folder, 'rootfs/bin')
  mkdirSync(bin, { recursive: true })
  cpSync('/bin/busybox', join(bin, 'busybox'), { dereference: true })
  for (const applet of applets) symlinkSync('busybox', join(bin, applet))
  return execFileSync('tar', ['-C', join(folder, 'rootfs'), '-c', '.'], { maxBuffer: 2 ** 26 })
}

/** One call of the daemon's API. Rejects with its message if it refuses. */
function callSocket(socket: string, method: string, path: string, body?: object | Buffer): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const isArchive = Buffer.isBuffer(body)
    const headers = body && { 'content-type': isArchive ? 'application/x-tar' : 'application/json' }
    const sent = request({ socketPath: socket, method, path, headers, agent: false }, async (response) => {
      try {
        const text = (await response.toArray()).join('')
        const isJson = response.headers['content-type']?.includes('json') && !isArchive
        const answer: unknown = isJson && text ? JSON.parse(text) : text
        if ((response.statusCode ?? 500) < 400) resolve(answer)
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${text.trim()}`))
      } catch (error) {
        reject(error)
      }
    })
    sent.on('error', reject)
    sent.end(isArchive ? body : body && JSON.stringify(body))
  })
}

/** How a daemon is started with all of its files in a folder. */
interface Program {
  readonly path: string
  args(folder: string, socket: string): string[]
  /** written to the folder before the start; its environment names them */
  readonly files?: (folder: string) => Readonly<Record<string, string>>
}

const programs = {
  docker: {
    path: '/usr/sbin/dockerd',
    args: (folder, socket) => [
      ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec'), '-p', join(folder, 'pid')],
      ...['--storage-driver=vfs', '--iptables=false', '--ip6tables=false', '--ip-forward=false', '--bridge=none'],
      ...['-H', `unix://${socket}`],
    ],
  },
  podman: {
    path: '/usr/bin/podman',
    args: (_, socket) => ['system', 'service', '--time=0', `unix://${socket}`],
    files: (folder) => ({
      CONTAINERS_STORAGE_CONF: `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/data"\nrunroot = "${folder}/exec"\n`,
      // more than these limits is not permitted everywhere
      CONTAINERS_CONF:
        '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n' +
        '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n',
    }),
  },
} as const satisfies Record<string, Program>

/** Starts a daemon and waits until it answers. Throws with the end of its log if it cannot run here. */
async function startProcess({ path, args, files }: Program, folder: string, socket: string): Promise<ChildProcess> {
  const log: string[] = []
  // It leaves temporary files behind.
  const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: folder }
  for (const [name, text] of Object.entries(files?.(folder) ?? {})) {
    env[name] = join(folder, name)
    writeFileSync(join(folder, name), text)
  }
  const daemon = spawn(path, args(folder, socket), { stdio: ['ignore', 'ignore', 'pipe'], env })
  daemon.stderr.on('data', (chunk: Buffer) => {
    log.push(chunk.toString())
    log.splice(0, log.length - 100)
  })
  let failure: Error | undefined
  daemon.once('error', (error) => {
    failure = error
  })
  for (let attempt = 0; attempt < 600; attempt++) {
    if (failure || daemon.exitCode !== null) break
    try {
      await callSocket(socket, 'GET', '/_ping')
      return daemon
    } catch {
      await sleep(50)
    }
  }
  daemon.kill('SIGKILL')
  const reason = failure?.message ?? log.join('').slice(-2000)
  throw new Error(
    `The tests of containers need a Docker daemon, and ${path} does not run here (root on Linux?): ${reason}`,
  )
}

const ended = (child: ChildProcess) => (child.exitCode === null && child.signalCode === null ? once(child, 'exit') : [])

/** Removes the files of a daemon that ended. */
function removeFiles(folder: string): void {
  // A killed daemon leaves the mount of its data, and each daemon that of the network of the host.
  for (const path of ['data', 'exec/netns/default']) spawnSync('umount', ['--lazy', join(folder, path)])
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Starts a Docker daemon, or the service of Podman, with the image `bb:1`, which takes about a second. Close it after the tests.
 *
 * @example
 * const daemon = await startTestDaemon()
 * await daemon.run({ name: 'web', script: 'while true; do echo hello; sleep 1; done' })
 */
export async function startTestDaemon(kind: keyof typeof programs = 'docker'): Promise<TestDaemon> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-docker-'))
  const socket = join(folder, 'docker.sock')
  let daemon: ChildProcess | undefined
  const call: TestDaemon['call'] = (method, path, body) => callSocket(socket, method, path, body)

  async function clear(): Promise<void> {
    const containers = (await call('GET', '/containers/json?all=1')) as { Id: string }[]
    await Promise.all(containers.map(({ Id }) => call('DELETE', `/containers/${Id}?force=1&v=1`)))
  }
  async function kill(): Promise<void> {
    if (!daemon) return
    daemon.kill('SIGKILL')
    await ended(daemon)
    daemon = undefined
    // containerd died with it. Where nobody reaps it, the next daemon would find its process and wait for its socket.
    rmSync(join(folder, 'exec/containerd/containerd.pid'), { force: true })
  }
  async function restart(): Promise<void> {
    daemon ??= await startProcess(programs[kind], folder, socket)
  }
  async function close(): Promise<void> {
    try {
      // Only a running daemon can remove the containers of a killed one.
      await restart()
      await clear()
      daemon?.kill('SIGTERM')
      if (daemon) await ended(daemon)
    } finally {
      await kill()
      removeFiles(folder)
    }
  }

  try {
    await restart()
    await callSocket(socket, 'POST', `/images/create?fromSrc=-&repo=bb&tag=1`, imageArchive(folder))
    // Podman ignores the tag of an import.
    if (kind === 'podman') await call('POST', '/images/bb:latest/tag?repo=bb&tag=1')
  } catch (error) {
    await kill()
    removeFiles(folder)
    throw error
  }
  return {
    socket,
    call,
    async run({ name, script, labels = {}, env = [], tty = false, options = {}, host = {} }) {
      const { Id } = (await call('POST', `/containers/create?name=${name}`, {
        Image: testImage,
        Cmd: ['sh', '-c', script],
        Labels: labels,
        Env: env,
        Tty: tty,
        // The shell does not end by itself; a daemon that starts again stops what ran before.
        StopTimeout: 1,
        ...options,
        HostConfig: { NetworkMode: 'none', ...host },
      })) as { Id: string }
      await call('POST', `/containers/${Id}/start`)
      return Id
    },
    clear,
    kill,
    restart,
    close,
  }
}
