import { appendFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Family } from './family.ts'
import { infoLine, limitLine } from './line.ts'
import { type Program, startProgram } from './process.ts'
import { agentProgram, startAgent } from './svc-agent.ts'
import { startServer } from './svc-server.ts'

const linesPerSecond = 10_000
const batchMs = 100

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

/** CPU of an agent while the log of its host is flooded. */
export const securityLogs: Family = {
  name: 'security-logs',
  async run({ quick, note }) {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bench-security-'))
    const server = await startServer()
    let program: Program | undefined
    let writer: NodeJS.Timeout | undefined
    try {
      const log = join(folder, 'auth.log')
      writeFileSync(log, '')
      const admin = await server.admin()
      const first = await startAgent(admin, folder, `[security]\nsource = "files"\nlog_files = ["${log}"]\n`)
      // The first start compiles; its end keeps the compiled code.
      await first.program.stop()
      program = startProgram(agentProgram, { cwd: folder })
      await sleep(quick ? 5000 : 15_000)
      const share = async (seconds: number) => {
        const before = { spent: program?.cpuSeconds() ?? 0, at: performance.now() }
        await sleep(seconds * 1000)
        return (((program?.cpuSeconds() ?? 0) - before.spent) / ((performance.now() - before.at) / 1000)) * 100
      }
      const idle = await share(10)
      note(`writing ${linesPerSecond} lines a second`)
      let written = 0
      const started = performance.now()
      writer = setInterval(() => {
        // Timers are late on a busy machine.
        while (written < ((performance.now() - started) / 1000) * linesPerSecond) {
          appendFileSync(log, batch(written))
          written += (linesPerSecond * batchMs) / 1000
        }
      }, batchMs)
      await sleep(5000)
      const flooded = await share(quick ? 10 : 30)
      clearInterval(writer)
      const rate = written / ((performance.now() - started) / 1000)
      const { items } = await admin.call<{ items: readonly unknown[] }>('GET', '/api/security/events?limit=200')
      if (items.length === 0) throw new Error('the agent reported nothing of the flood')
      return [
        limitLine({ name: 'agent CPU at 10,000 log lines/s', value: flooded, baseline: idle, unit: '%' }, { max: 3 }),
        infoLine({ name: 'log lines written', value: rate, unit: '/s' }),
        infoLine({ name: 'events of the flood', value: items.length, unit: '' }),
      ]
    } finally {
      clearInterval(writer)
      await program?.stop()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
