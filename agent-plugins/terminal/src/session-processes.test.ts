import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { endSession, sessionProcesses } from './session-processes.ts'

it.skipIf(process.platform !== 'linux')('a shell is ended that begins its session late', async () => {
  const shell = spawn('/bin/sh', ['-c', 'sleep 0.5; exec setsid sleep 600'], { stdio: 'ignore' })
  const exited = once(shell, 'exit')
  await endSession(shell.pid ?? 0, () => shell.exitCode !== null)
  expect(await exited).toEqual([null, 'SIGHUP'])
  expect(sessionProcesses(shell.pid ?? 0)).toEqual([])
})
