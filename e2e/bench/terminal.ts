import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import type { Family } from './family.ts'
import type { Session } from './fleet/session.ts'
import { infoLine, limitLine, ratioLine } from './line.ts'
import { freePort, listening, type Program, root, startProgram } from './process.ts'
import { median, percentile } from './statistics.ts'
import { startAgent } from './svc-agent.ts'
import { startServer } from './svc-server.ts'

const mib = 2 ** 20
const ptyLibrary = join(root, 'node_modules/node-pty/index.js')

/** A shell behind a socket. */
interface Shell {
  type(text: string): void
  /** Resolves when the output ends with this text. */
  until(end: string): Promise<void>
  close(): void
}

/** `read` takes the bytes from a message; undefined if it has none. */
function shellOf(
  socket: WebSocket,
  read: (data: Buffer) => Buffer | undefined,
  type: (text: string) => string | Buffer,
): Shell {
  let tail = ''
  let check = () => {}
  let fail = (_error: Error) => {}
  socket.once('close', () => fail(new Error('the shell ended')))
  socket.on('message', (data: Buffer) => {
    const bytes = read(data)
    if (!bytes) return
    tail = (tail + bytes.subarray(-64).toString('latin1')).slice(-64)
    check()
  })
  return {
    type: (text) => socket.send(type(text)),
    until: (end) =>
      new Promise((resolve, reject) => {
        check = () => {
          if (!tail.endsWith(end)) return
          tail = ''
          resolve()
        }
        fail = reject
        check()
      }),
    close: () => socket.terminate(),
  }
}

async function openBare(port: number): Promise<Shell> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false })
  await once(socket, 'open')
  return shellOf(
    socket,
    (data) => data,
    (text) => Buffer.from(text),
  )
}

/** As the page does it: each piece of output is acknowledged. */
async function openRelayed({ url, cookie }: Session, serverId: string): Promise<Shell> {
  const address = new URL(`/api/ws/terminal/${serverId}?resumable=true`, url)
  address.protocol = 'ws:'
  const socket = new WebSocket(address, { headers: { cookie, origin: url.origin }, perMessageDeflate: false })
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data) => {
      if ((JSON.parse(String(data)) as { type: string }).type === 'started') resolve()
    })
  })
  const read = (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as { type: string; data: string }
    if (frame.type !== 'output') return undefined
    const bytes = Buffer.from(frame.data, 'base64')
    socket.send(JSON.stringify({ type: 'output_shown', bytes: bytes.length }))
    return bytes
  }
  return shellOf(socket, read, (text) => JSON.stringify({ type: 'input', data: Buffer.from(text).toString('base64') }))
}

/** Milliseconds from each keystroke to its echo. */
async function echoes(shell: Shell, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const key = String.fromCharCode(97 + (index % 26))
    const started = performance.now()
    shell.type(key)
    await shell.until(key)
    times.push(performance.now() - started)
    // as somebody who types
    await sleep(5)
  }
  // clears the line
  shell.type('\u0015')
  return times
}

/** MiB per second of what a program prints. */
async function throughput(shell: Shell, bytes: number): Promise<number> {
  const started = performance.now()
  shell.type(`head -c ${bytes} /dev/zero; echo "end=$((6*7))"\n`)
  await shell.until('end=42\n')
  return bytes / mib / ((performance.now() - started) / 1000)
}

/** A terminal through server and agent, compared with a shell behind one socket at the same time. */
export const terminal: Family = {
  name: 'terminal',
  async run({ quick, note }) {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bench-terminal-'))
    const server = await startServer()
    const programs: Program[] = []
    const shells: Shell[] = []
    try {
      const admin = await server.admin()
      const config = '[capabilities]\nallow = ["terminal"]\n[terminal]\nshell = "/bin/sh"\n'
      const { program, serverId } = await startAgent(admin, folder, config)
      programs.push(program)
      const port = await freePort()
      const bare = startProgram(['e2e/bench/bare/pty-ws.mjs', String(port), ptyLibrary])
      programs.push(bare)
      await listening(bare, port)
      const plain = await openBare(port)
      const relayed = await openRelayed(admin, serverId)
      shells.push(plain, relayed)
      for (const shell of shells) {
        shell.type('stty -opost; PS1=""; echo "ready=$((1+1))"\n')
        await shell.until('ready=2\n')
      }
      const rounds = quick ? 3 : 7
      const keys = quick ? 60 : 200
      const size = (quick ? 16 : 64) * mib
      const echo = { plain: [] as number[], relayed: [] as number[] }
      const rate = { plain: [] as number[], relayed: [] as number[] }
      await echoes(plain, keys)
      await echoes(relayed, keys)
      for (let round = 0; round < rounds; round++) {
        note(`round ${round + 1} of ${rounds}`)
        // alternating, so that a busy moment of the machine affects both
        echo.plain.push(...(await echoes(plain, keys)))
        echo.relayed.push(...(await echoes(relayed, keys)))
        rate.plain.push(await throughput(plain, size))
        rate.relayed.push(await throughput(relayed, size))
      }
      const p99 = { value: percentile(echo.relayed, 0.99), baseline: percentile(echo.plain, 0.99), unit: 'ms' }
      const p50 = { value: median(echo.relayed), baseline: median(echo.plain), unit: 'ms' }
      const flow = { value: median(rate.relayed), baseline: median(rate.plain), unit: 'MiB/s' }
      return [
        limitLine({ name: 'keystroke to echo, p99', ...p99 }, { max: 20 }),
        ratioLine({ name: 'keystroke to echo, p99 / bare PTY', ...p99 }, { max: 2 }),
        infoLine({ name: 'keystroke to echo, median', ...p50 }),
        ratioLine({ name: 'output / bare PTY', ...flow }, { min: 0.5 }),
      ]
    } finally {
      for (const shell of shells) shell.close()
      for (const program of programs) await program.stop()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
