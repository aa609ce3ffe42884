import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assignProbes, untilProbing } from './agent-probes.ts'
import type { Family } from './family.ts'
import { infoLine, limitLine, ratioLine } from './line.ts'
import { freePort, listening, type Program, startProgram } from './process.ts'
import { agentProgram, startAgent } from './svc-agent.ts'
import { startServer } from './svc-server.ts'

const mib = 2 ** 20

/** CPU and memory of the agent, compared with the minimum for Node and a socket. */
export const agent: Family = {
  name: 'agent',
  async run({ quick, note }) {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bench-agent-'))
    const server = await startServer()
    const port = await freePort()
    const programs: Program[] = []
    let endProbes = async () => {}
    const keep = (program: Program) => {
      programs.push(program)
      return program
    }
    try {
      const admin = await server.admin()
      // The first start after an installation compiles; its end keeps the compiled code for all others.
      const first = await startAgent(admin, folder)
      await first.program.stop()
      const measured = keep(startProgram(agentProgram, { cwd: folder }))
      const peer = keep(startProgram(['e2e/bench/bare/ws-server.mjs', String(port)]))
      await listening(peer, port)
      const bare = keep(startProgram(['e2e/bench/bare/ws-client.mjs', `ws://127.0.0.1:${port}`]))
      note('letting the agent work')
      await sleep(quick ? 5000 : 15_000)
      const before = { ours: measured.cpuSeconds(), bare: bare.cpuSeconds(), at: performance.now() }
      await sleep(quick ? 20_000 : 90_000)
      const seconds = (performance.now() - before.at) / 1000
      const share = (program: Program, since: number) => ((program.cpuSeconds() - since) / seconds) * 100
      const idle = [
        limitLine(
          {
            name: 'agent CPU, share of a core',
            value: share(measured, before.ours),
            baseline: share(bare, before.bare),
            unit: '%',
          },
          { max: 0.5 },
        ),
        ratioLine(
          {
            name: 'agent RSS / Node with a ws client',
            value: measured.rssBytes() / mib,
            baseline: bare.rssBytes() / mib,
            unit: 'MB',
          },
          { max: 1.1 },
        ),
        ratioLine(
          {
            name: 'agent anonymous memory / Node with a ws client',
            value: measured.anonymousBytes() / mib,
            baseline: bare.anonymousBytes() / mib,
            unit: 'MB',
          },
          { max: 1.5 },
        ),
        infoLine({ name: 'measuring time', value: seconds, unit: 's' }),
      ]
      note('letting it probe')
      endProbes = await assignProbes(admin)
      await sleep((untilProbing + 5) * 1000)
      const spent = () => measured.cpuSeconds() + measured.endedSeconds()
      const own = { spent: spent(), ended: measured.endedSeconds(), at: performance.now() }
      await sleep(quick ? 30_000 : 90_000)
      const probing = (performance.now() - own.at) / 1000
      return [
        ...idle,
        limitLine(
          {
            name: 'agent CPU with 20 targets, 10 packets in 30 s',
            value: ((spent() - own.spent) / probing) * 100,
            unit: '%',
          },
          { max: 2 },
        ),
        infoLine({
          name: 'of which ping processes',
          value: ((measured.endedSeconds() - own.ended) / probing) * 100,
          unit: '%',
        }),
        ratioLine(
          {
            name: 'agent anonymous memory while probing / Node with a ws client',
            value: measured.anonymousBytes() / mib,
            baseline: bare.anonymousBytes() / mib,
            unit: 'MB',
          },
          { max: 1.7 },
        ),
      ]
    } finally {
      await endProbes()
      for (const program of programs) await program.stop()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
