import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

/** A zombie has ended. */
const isRunning = (pid: string) =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))

it('ends a command whose agent was killed', async () => {
  const program = `
    import { startCommand } from '${new URL('./command.ts', import.meta.url).pathname}'
    startCommand({ command: 'sleep 600 & echo $! $$; wait', timeoutMs: 600_000, onOutput: (chunk) => console.log(String(chunk)) })`
  const agent = spawn(process.execPath, ['--input-type=module', '-e', program])
  const pids = String((await once(agent.stdout, 'data'))[0])
    .trim()
    .split(' ')
  expect(pids.map(isRunning)).toEqual([true, true])
  agent.kill('SIGKILL')
  await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false]), 10_000)
})
