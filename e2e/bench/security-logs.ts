import { appendFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contributedProgram } from '../harness/contributed.ts'
import type { Family } from './family.ts'
import { infoLine, type Line, limitLine } from './line.ts'
import { type Program, startProgram } from './process.ts'
import { agentProgram, startAgent } from './svc-agent.ts'
import { startServer } from './svc-server.ts'

const linesPerSecond = 10_000
const batchMs = 100
const maxPercent = 3

/** Something that logs failed sign-ins. */
interface Flood {
  /** of `agent.toml` */
  readonly settings: string
  start(): void
  /** lines so far */
  written(): number
  stop(): Promise<void>
}

/** Failed sign-ins from 200 addresses, as sshd logs them. */
function batch(first: number): string {
  const at = new Date().toISOString()
  let text = ''
  for (let i = first; i < first + (linesPerSecond * batchMs) / 1000; i += 1) {
    const address = `198.18.0.${i % 200}`
    text += `${at} host sshd[${1000 + (i % 30_000)}]: Failed password for invalid user u${i % 50} from ${address} port 4711 ssh2\n`
  }
  return text
}

async function floodFile(folder: string): Promise<Flood> {
  const log = join(folder, 'auth.log')
  writeFileSync(log, '')
  let written = 0
  let writer: NodeJS.Timeout | undefined
  return {
    settings: `[security]\nsource = "files"\nlog_files = ["${log}"]\n`,
    start() {
      const started = performance.now()
      writer = setInterval(() => {
        // Timers are late on a busy machine.
        while (written < ((performance.now() - started) / 1000) * linesPerSecond) {
          appendFileSync(log, batch(written))
          written += (linesPerSecond * batchMs) / 1000
        }
      }, batchMs)
    },
    written: () => written,
    stop: async () => clearInterval(writer),
  }
}

/** A real journald; the program belongs to the agent plugin. */
async function floodJournal(): Promise<Flood> {
  const program = startProgram([...contributedProgram('flooded-journal'), String(linesPerSecond)])
  for (let waited = 0; waited < 30_000 && !program.hasEnded(); waited += 100) {
    const directory = /^journal: (.+)$/m.exec(program.output())?.[1]
    if (directory !== undefined) {
      return {
        settings: `[security]\nsource = "journal"\njournal_directory = "${directory}"\n`,
        start: () => program.signal('SIGUSR2'),
        written: () => Number([...program.output().matchAll(/^written: (\d+)$/gm)].at(-1)?.[1] ?? 0),
        stop: program.stop,
      }
    }
    await sleep(100)
  }
  await program.stop()
  throw new Error(`journald did not start:\n${program.output().slice(-2000)}`)
}

/** CPU of an agent, with journalctl, while a log of its host is flooded. */
async function measure(
  source: 'file' | 'journal',
  { quick, note }: Parameters<Family['run']>[0],
): Promise<readonly Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-security-'))
  const flood = await (source === 'file' ? floodFile(folder) : floodJournal())
  const server = await startServer()
  let program: Program | undefined
  try {
    const admin = await server.admin()
    const first = await startAgent(admin, folder, flood.settings)
    // The first start compiles; its end keeps the compiled code.
    await first.program.stop()
    program = startProgram(agentProgram, { cwd: folder })
    await sleep(quick ? 5000 : 15_000)
    const spent = () => (program?.cpuSeconds() ?? 0) + (program?.endedSeconds() ?? 0)
    const share = async (seconds: number) => {
      const before = { spent: spent(), at: performance.now() }
      await sleep(seconds * 1000)
      return ((spent() - before.spent) / ((performance.now() - before.at) / 1000)) * 100
    }
    const idle = await share(10)
    note(`${source}: logging ${linesPerSecond} lines a second`)
    const started = performance.now()
    flood.start()
    await sleep(5000)
    const flooded = await share(quick ? 10 : 30)
    const rate = flood.written() / ((performance.now() - started) / 1000)
    const { items } = await admin.call<{ items: readonly unknown[] }>('GET', '/api/security/events?limit=200')
    if (items.length === 0) throw new Error('the agent reported nothing of the flood')
    const name = `${source}: agent CPU at 10,000 log lines/s`
    return [
      limitLine({ name, value: flooded, baseline: idle, unit: '%' }, { max: maxPercent }),
      infoLine({ name: `${source}: log lines written`, value: rate, unit: '/s' }),
      infoLine({ name: `${source}: events of the flood`, value: items.length, unit: '' }),
    ]
  } finally {
    await flood.stop()
    await program?.stop()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

export const securityLogs: Family = {
  name: 'security-logs',
  async run(options) {
    return [...(await measure('file', options)), ...(await measure('journal', options))]
  },
}
