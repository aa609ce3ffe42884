import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'

function startWith(version: string) {
  const url = pathToFileURL(join(root, 'scripts/setup/node-version.mjs')).href
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  return spawnSync(process.execPath, ['-e', `${pretend}; import('${url}')`], { encoding: 'utf8' })
}

describe('an old Node', () => {
  it.each(['16.20.2', '18.20.0', '20.18.3'])('%s gets one sentence', (version) => {
    const { status, stderr } = startWith(version)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^svc needs Node 20\.19 or newer.*\n$/)
  })

  it.each(['20.19.0', '20.20.2', '22.1.0'])('%s is new enough', (version) => {
    expect(startWith(version)).toMatchObject({ status: 0, stderr: '' })
  })
})
