import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { collectLog } from '@svc/agent/testing'
import { expect, it } from 'vitest'
import { makeHost, makeOperations } from '../test/host.ts'
import { makeLeftovers } from './leftovers.ts'

const isPart = (name: string) => name.endsWith('.part')

it('what a killed agent left is removed at the next start, and nothing else', async () => {
  const host = await makeHost()
  const program = new URL('../test/killed-program.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--conditions=svc-source', program, host.root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const stateDir = String(line).trim()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const [part = ''] = readdirSync(host.root).filter(isPart)
  expect(readFileSync(join(host.root, part), 'utf8')).toBe('half')

  const { sandbox, close } = makeOperations(host.root, stateDir)
  const leftovers = makeLeftovers(stateDir, collectLog().log)
  // A record that names something else, and one whose directory no longer exists.
  await leftovers.add(host.outside, 'secret')
  await leftovers.add(join(host.root, 'gone'), part.replace(/^.svc-./, '.svc-0'))
  const before = host.state()
  await leftovers.sweep(sandbox)
  expect(readdirSync(host.root).filter(isPart)).toEqual([])
  expect(readdirSync(join(stateDir, 'files-unfinished'))).toEqual([])
  expect(host.state()).toEqual(before)
  close()
  rmSync(stateDir, { recursive: true })
  await host.close()
})
