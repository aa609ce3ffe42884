import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { isIPv6 } from 'node:net'
import { delimiter, join } from 'node:path'
import { wordsFor } from './outcome.ts'
import { type PingOutput, parsePing } from './ping-output.ts'
import { withLimit } from './time-limit.ts'

export interface PingOrder {
  /** an address, not a name */
  readonly address: string
  readonly count: number
  /** milliseconds after which the program is asked to end */
  readonly limitMs: number
}

export interface PingRun extends PingOutput {
  /** what the program complained about */
  readonly complaint: string | undefined
}

/** Sends echo requests, one a second. Rejects when the program cannot be run or `signal` aborts. */
export type Ping = (order: PingOrder, signal: AbortSignal) => Promise<PingRun>

/** Characters of its output that are read; twenty answers take 2,000. */
const mostOutput = 32_768
/** milliseconds for the last words of a program that was asked to end */
const graceMs = 1000

const { platform, env } = process

function argumentsFor({ address, count, limitMs }: PingOrder): string[] {
  // Windows waits for each answer before it sends the next request.
  if (platform === 'win32') {
    return ['-n', `${count}`, '-w', `${Math.max(500, Math.floor(limitMs / count) - 100)}`, address]
  }
  // By themselves all wait ten seconds for the last answer. That, and only these options, is the same everywhere.
  return ['-n', '-c', `${count}`, address]
}

/** Its own words, whatever the host speaks, and nothing of ours. */
const environment = { PATH: env.PATH, SystemRoot: env.SystemRoot, LC_ALL: 'C', LANG: 'C' }

/** Collects what a stream says, in a coding that leaves every byte what it is; one that says too much is the end of it. */
function collect(child: ChildProcess, stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
    if (text.length <= mostOutput) return
    text = text.slice(0, mostOutput)
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
export function makePing({ command, six = command }: { readonly command: string; readonly six?: string }): Ping {
  return (order, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const child = spawn(isIPv6(order.address) ? six : command, argumentsFor(order), {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: environment,
        windowsHide: true,
      })
      const output = collect(child, child.stdout)
      const errors = collect(child, child.stderr)
      const kill = () => child.kill('SIGKILL')
      let last: NodeJS.Timeout | undefined
      // It answers this with its sums.
      const timer = setTimeout(() => {
        child.kill('SIGINT')
        last = setTimeout(kill, graceMs)
      }, order.limitMs)
      signal.addEventListener('abort', kill)
      const done = () => {
        clearTimeout(timer)
        clearTimeout(last)
        signal.removeEventListener('abort', kill)
      }
      // One that could not even be started may not close.
      child.on('error', (error) => {
        done()
        reject(error)
      })
      child.on('close', () => {
        done()
        if (signal.aborted) reject(signal.reason)
        else resolve({ ...parsePing(output()), complaint: lastLine(errors()) })
      })
    })
}

function found(name: string): string | undefined {
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

/** Why a ping program does not work on this host; undefined when it does. A host without rights cannot even ask itself. */
export async function faultOf(ping: Ping): Promise<string | undefined> {
  const order = { address: '127.0.0.1', count: 1, limitMs: 2000 }
  try {
    const { complaint, times } = await withLimit(4000, new AbortController().signal, (signal) => ping(order, signal))
    const isForbidden = times.length === 0 && /permi(?:tted|ssion)|cap_net_raw/i.test(complaint ?? '')
    return isForbidden ? `the ping program may not send: ${complaint}` : undefined
  } catch (error) {
    return `the ping program cannot be run: ${wordsFor(error)}`
  }
}

/** The ping program of this host, and why ICMP probes cannot work here. */
export async function preparePing(find = found): Promise<{ ping: Ping; fault?: string }> {
  const command = find('ping')
  const ping = makePing({ command: command ?? 'ping', six: platform === 'darwin' ? find('ping6') : undefined })
  return { ping, fault: command === undefined ? 'there is no ping program on this host' : await faultOf(ping) }
}
