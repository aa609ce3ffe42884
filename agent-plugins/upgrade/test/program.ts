import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Link } from '@svc/agent-sdk'
import { encode } from '@svc/protocol'
import { parseReleaseKey } from '../src/signature.ts'
import { transactionFile } from '../src/transaction.ts'
import { makeUpgrader } from '../src/upgrade.ts'

// An agent with nothing but the upgrade in it, for tests that end it at any point. It speaks JSON lines over TCP.

const { AGENT_VERSION = '', AGENT_FATE = '', AGENT_PLACE = '{}' } = process.env
const { port, stateDir, program, base, timing, releaseKey } = JSON.parse(AGENT_PLACE)

const write = (first: object | string, second = '') =>
  void process.stderr.write(`${process.pid} ${AGENT_VERSION} ${second} ${JSON.stringify(first)}\n`)
const log = { debug: write, info: write, warn: write, error: write }

let successor: (() => Promise<number>) | undefined
const stopped = Promise.withResolvers<void>()
const isAsked = () => stopped.resolve()
process.on('SIGTERM', isAsked)

const upgrader = await makeUpgrader({
  agentVersion: AGENT_VERSION,
  handOver(run) {
    successor ??= run
    stopped.resolve()
  },
  log,
  base,
  releaseKey: parseReleaseKey(releaseKey),
  asset: 'svc-agent-test',
  program,
  args: ['--config', 'agent.toml'],
  file: transactionFile(stateDir),
  timing,
  onBoundary(name) {
    if (AGENT_FATE === name) process.kill(process.pid, 'SIGKILL')
  },
})

if (AGENT_FATE !== 'mute') {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => process.exit(1))
  const ended = new AbortController()
  const acks = new Map<string, (isAcknowledged: boolean) => void>()
  const link: Link = {
    send: (message, payload) => void socket.write(`${encode(message, payload)}\n`),
    write: async () => true,
    acknowledged: (id) => new Promise((resolve) => acks.set(id, resolve)),
    signal: ended.signal,
  }
  createInterface({ input: socket }).on('line', (line) => {
    const message = JSON.parse(line)
    if (message.type === 'ack') acks.get(message.msg_id)?.(true)
    if (message.type === 'upgrade') upgrader.start(message, link)
    if (message.type !== 'welcome') return
    upgrader.connected(link)
    // Not while it restores the version before, which ends it as well.
    if (AGENT_FATE === 'dies') setTimeout(() => successor ?? process.exit(1), 20)
  })
  socket.write(
    `${JSON.stringify({ type: 'hello', pid: process.pid, version: AGENT_VERSION, args: process.argv.slice(2) })}\n`,
  )
  void stopped.promise.then(() => socket.end())
  await Promise.all([stopped.promise, once(socket, 'close')])
} else {
  const alive = setInterval(() => {}, 60_000)
  await stopped.promise
  clearInterval(alive)
}
upgrader.close()
process.off('SIGTERM', isAsked)
process.exit(successor ? await successor() : 0)
