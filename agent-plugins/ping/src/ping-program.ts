import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { isIPv6 } from 'node:net'
import { delimiter, join } from 'node:path'
import { describeError } from './outcome.ts'
import { type Ping, type PingRequest, PingUnavailable } from './ping.ts'
import { parsePing } from './ping-output.ts'

/** Max output to read; twenty replies take 2,000 characters. */
const maxOutputChars = 32_768
/** time to print the summary after the interrupt, in milliseconds */
const graceMs = 1000

const { platform, env } = process

function pingArguments({ address, count, timeoutMs }: PingRequest): string[] {
  // Windows waits for each reply before it sends the next request.
  if (platform === 'win32') {
    return ['-n', `${count}`, '-w', `${Math.max(500, Math.floor(timeoutMs / count) - 100)}`, address]
  }
  // All implementations wait ten seconds for the last reply and have only these options in common.
  return ['-n', '-c', `${count}`, address]
}

/** C locale, and nothing else from the agent's environment. */
const environment = { PATH: env.PATH, SystemRoot: env.SystemRoot, LC_ALL: 'C', LANG: 'C' }

/** Collects a stream as Latin-1, which preserves every byte. Kills the process if it prints too much. */
function collect(child: ChildProcess, stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
    if (text.length <= maxOutputChars) return
    text = text.slice(0, maxOutputChars)
    child.kill('SIGKILL')
  })
  return () => text
}

const lastLine = (text: string) =>
  text
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^.*?ping6?: /, '') || undefined

/** How to run these programs; `six` is the one for IPv6. */
export function makeProgramPing({
  command,
  commandIpv6 = command,
}: {
  readonly command: string
  readonly commandIpv6?: string
}): Ping {
  return (order, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const child = spawn(isIPv6(order.address) ? commandIpv6 : command, pingArguments(order), {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: environment,
        windowsHide: true,
      })
      const output = collect(child, child.stdout)
      const errors = collect(child, child.stderr)
      const kill = () => child.kill('SIGKILL')
      let killTimer: NodeJS.Timeout | undefined
      // Ping prints its summary when it is interrupted.
      const timer = setTimeout(() => {
        child.kill('SIGINT')
        killTimer = setTimeout(kill, graceMs)
      }, order.timeoutMs)
      signal.addEventListener('abort', kill)
      const done = () => {
        clearTimeout(timer)
        clearTimeout(killTimer)
        signal.removeEventListener('abort', kill)
      }
      // `close` may not be emitted if the program could not be started.
      child.on('error', (error) => {
        done()
        reject(new PingUnavailable(`cannot run ping: ${describeError(error)}`))
      })
      child.on('close', () => {
        done()
        const [run, errorOutput] = [parsePing(output()), lastLine(errors())]
        const isForbidden = run.times.length === 0 && /permi(?:tted|ssion)|cap_net_raw/i.test(errorOutput ?? '')
        if (signal.aborted) reject(signal.reason)
        else if (isForbidden) reject(new PingUnavailable(`ping is not permitted: ${errorOutput}`))
        else resolve({ ...run, errorOutput })
      })
    })
}

function findProgram(name: string): string | undefined {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/bin', '/usr/sbin', '/sbin']
  const paths = platform === 'win32' ? [join(env.SystemRoot ?? 'C:\\Windows', 'System32', `${name}.exe`)] : []
  return [...paths, ...folders.filter(Boolean).map((folder) => join(folder, name))].find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** The ping program of this host; undefined if there is none. */
export function preparePing(find = findProgram): Ping | undefined {
  const command = find('ping')
  if (command === undefined) return undefined
  return makeProgramPing({ command, commandIpv6: platform === 'darwin' ? find('ping6') : undefined })
}
