import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeClock } from '@svc/e2e/clock'
import { countedWeb } from '@svc/e2e/counted-web'
import { onboard } from '@svc/e2e/enrol'
import { repository } from '@svc/e2e/process'
import { chosenSeed, makeRandom } from '@svc/e2e/random'
import { until } from '@svc/e2e/until'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { expect, it } from 'vitest'

const stage = withServer()

/** Process ids of ping programs with this address as argument. */
function pinging(address: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0')
        return /(?:^|\/)ping$/.test(program) && words.includes(address)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** A program that starts the agent without the privilege for raw sockets, so that it runs the ping program. */
function unprivilegedAgent(directory: string): string {
  const file = join(directory, 'agent.sh')
  const agent = join(repository, 'agent/bin/svc-agent.js')
  const command = `'${process.execPath}' '${agent}' "$@"`
  writeFileSync(file, `#!/bin/sh\nexec setpriv --securebits +noroot ${command}\n`, { mode: 0o700 })
  return file
}

it('an agent that is killed during its rounds leaves no program running, and continues after a restart', {
  timeout: 180_000,
}, async () => {
  const seed = chosenSeed()
  console.log(`killed in its rounds: SEED=${seed}`)
  const { below } = makeRandom(seed)
  const { address, close } = await countedWeb()
  stage.later(close)
  const body = { name: 'near', provider: '', location: '', target: address, probe_type: 'icmp' }
  const { id: target } = await admin.send<{ id: string }>('POST', '/api/network-probes/targets', body)
  const setting = { interval: 30, packet_count: 5, default_target_ids: [target] }
  await admin.send('PUT', '/api/network-probes/setting', setting)
  const { server_id, enrollment } = await onboard(admin, 'web-1')
  const task = { name: 'often', probe_type: 'icmp', target: address, interval: 5, server_ids: [server_id] }
  const { id } = await admin.send<{ id: string }>('POST', '/api/ping-tasks', task)
  const directory = stage.directory()
  const clock = makeClock(stage.directory())
  const executable = unprivilegedAgent(stage.directory())
  const start = () =>
    stage.agent({ directory, serverUrl: server.url, code: enrollment.code, env: clock.env, executable })
  const results = () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    return admin.get<{ success: boolean }[]>(`/api/ping-tasks/${id}/records?from=${at(-3_600_000)}&to=${at(60_000)}`)
  }

  const doomed = start()
  await doomed.line(/"connected"/)
  await until('a ping', async () => (await results()).length > 0)
  // Every round starts within its interval.
  await clock.forward(30_000, [doomed], 30_000)
  await until('a program that runs', () => pinging(address).length > 0)
  await pause(below(300))
  doomed.kill('SIGKILL')
  await doomed.exited
  await until('every program to end by itself', () => pinging(address).length === 0)

  const agent = start()
  const all = await results()
  await until('another result', async () => (await results()).length > all.length)
  expect(all.filter(({ success }) => !success)).toEqual([])
  expect(await agent.stop()).toEqual({ code: 0, signal: null })
  expect(pinging(address)).toEqual([])
})
