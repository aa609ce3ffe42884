import { expect, it } from 'vitest'
import { systemFolders } from './system-folders.ts'

it.each([
  ['linux', {}, '/etc/svc/agent.toml', '/var/lib/svc-agent'],
  ['freebsd', {}, '/etc/svc/agent.toml', '/var/lib/svc-agent'],
  ['darwin', {}, '/etc/svc/agent.toml', '/Library/Application Support/svc-agent'],
  ['win32', { ProgramData: 'D:\\Data' }, 'D:\\Data\\svc\\agent.toml', 'D:\\Data\\svc-agent'],
  ['win32', {}, 'C:\\ProgramData\\svc\\agent.toml', 'C:\\ProgramData\\svc-agent'],
] as const)('has the folders of %s', (platform, env, file, state) => {
  const folders = systemFolders(platform, env)
  expect([folders.configFile('agent'), folders.stateFolder('svc-agent')]).toEqual([file, state])
})
