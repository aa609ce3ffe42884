import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { type Logger, RequestError } from '@svc/agent-sdk'
import { type Daemon, makeDaemon, toRequestError, UnreachableError } from './daemon.ts'
import { objectOf, textOf } from './json.ts'

/** All in milliseconds. */
export interface AvailabilityTiming {
  /** for the daemon to answer */
  readonly timeoutMs: number
  /** for other calls, unless they have a timeout of their own */
  readonly callTimeoutMs: number
  /** between two checks while it does not; a lost daemon is looked for sooner at first, because it often just restarts */
  readonly retryMs: number
  readonly firstRetryMs: number
}

const defaultTiming: AvailabilityTiming = {
  timeoutMs: 5000,
  callTimeoutMs: 10_000,
  retryMs: 30_000,
  firstRetryMs: 1000,
}

export interface AvailabilityOptions {
  /** the first one with a daemon is used */
  readonly sockets: readonly string[]
  readonly log: Logger
  /** the daemon appeared or was lost */
  onChange(): void
  readonly timing?: AvailabilityTiming
}

export type Availability = ReturnType<typeof makeAvailability>

/** The name of a group, if the host has one. */
async function groupName(gid: number): Promise<string | undefined> {
  const groups = await readFile('/etc/group', 'utf8').catch(() => '')
  return groups
    .split('\n')
    .find((line) => line.split(':')[2] === String(gid))
    ?.split(':')[0]
}

async function describeDenial(socket: string, gid: number): Promise<string> {
  const { username } = userInfo()
  const group = gid === 0 ? undefined : await groupName(gid)
  const advice = group
    ? `add the user ${username} to the group ${group} (usermod -aG ${group} ${username}) and restart the agent`
    : `run the agent as root, or give the user ${username} access to the socket`
  return `permission denied for ${socket}: ${advice}`
}

/** Why there is no daemon at this socket, before it is asked. */
async function reasonBefore(socket: string): Promise<string | undefined> {
  try {
    const found = await stat(socket)
    if (found.isDirectory()) return `${socket} is a directory, not a socket: delete it and restart Docker`
    return found.isSocket() ? undefined : `${socket} is not a socket`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') return `permission denied for ${socket}: run the agent as a user who may open its folder`
    return `there is no Docker daemon: ${socket} does not exist`
  }
}

async function reasonAfter(socket: string, error: unknown): Promise<string> {
  const { message, cause } = error as Error
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  if (code === 'EACCES') return describeDenial(socket, (await stat(socket)).gid)
  if (code === 'ECONNREFUSED') return `the Docker daemon is not running: nothing listens on ${socket}`
  return `${socket}: ${message}`
}

/** Watches whether a Docker daemon can be reached, from the first call of `start` to `close`. */
export function makeAvailability({ sockets, log, onChange, timing = defaultTiming }: AvailabilityOptions) {
  const closing = new AbortController()
  const daemons = sockets.map((socket) => makeDaemon(socket, timing.callTimeoutMs))
  let daemon: Daemon | undefined
  /** undefined before the first check */
  let reason: string | undefined
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = timing.retryMs

  async function reasonOf(candidate: Daemon): Promise<string | undefined> {
    const before = await reasonBefore(candidate.socket)
    if (before !== undefined) return before
    try {
      const { signal } = closing
      const version = objectOf(await candidate.call({ path: '/version', signal, timeoutMs: timing.timeoutMs }))
      return textOf(version.ApiVersion) ? undefined : `${candidate.socket}: it is no Docker daemon`
    } catch (error) {
      return reasonAfter(candidate.socket, error)
    }
  }

  async function probe(): Promise<void> {
    const reasons: string[] = []
    let found: Daemon | undefined
    for (const candidate of daemons) {
      const failure = await reasonOf(candidate)
      if (failure === undefined) found = candidate
      else reasons.push(failure)
      if (found) break
    }
    if (closing.signal.aborted) return
    const before = { daemon, reason }
    retryMs = daemon && !found ? timing.firstRetryMs : Math.min(retryMs * 2, timing.retryMs)
    daemon = found
    reason = reasons[0] ?? ''
    if (found && found !== before.daemon) log.info({ socket: found.socket }, 'the Docker daemon is available')
    if (!found && (before.daemon || reason !== before.reason)) log.warn({ reason }, 'no Docker daemon is available')
    if (found !== before.daemon) onChange()
  }

  /** Checks now; several callers share one check. */
  const check = (): Promise<void> => {
    clearTimeout(timer)
    running ??= probe().finally(() => {
      running = undefined
      if (!closing.signal.aborted) timer = setTimeout(check, daemon ? timing.retryMs : retryMs)
    })
    return running
  }

  /** The daemon, or the error that says why there is none. */
  async function require(): Promise<Daemon> {
    if (reason === undefined) await check()
    if (!daemon) throw new RequestError('unavailable', reason || 'the agent stops')
    return daemon
  }

  return {
    start: () => void check(),
    /** undefined while it cannot be reached */
    get daemon() {
      return daemon
    },
    /** why there is none; undefined before the first check */
    get reason() {
      return reason
    },
    require,
    check,
    /** Runs a request to the daemon. Its errors become those of the request; if it cannot be reached, it is checked. */
    async use<T>(signal: AbortSignal, run: (daemon: Daemon) => Promise<T>): Promise<T> {
      try {
        return await run(await require())
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof UnreachableError) void check()
        throw toRequestError(error)
      }
    },
    close() {
      closing.abort()
      clearTimeout(timer)
    },
  }
}
