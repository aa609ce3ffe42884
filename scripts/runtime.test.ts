import { spawnSync } from 'node:child_process'
import { constants, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'

const url = pathToFileURL(join(root, 'scripts/setup/runtime.mjs')).href

function startWith(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  return spawnSync(process.execPath, ['-e', `${pretend}; import('${url}')`], { encoding: 'utf8' })
}

describe('the version of Node', () => {
  it.each(['16.20.2', '18.20.0', '20.18.3'])('%s prints one error message', (version) => {
    const { status, stderr } = startWith(version)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^svc needs Node 20\.19 or newer.*\n$/)
  })

  it.each(['20.19.0', '20.20.2', '22.1.0'])('%s is accepted', (version) => {
    expect(startWith(version)).toMatchObject({ status: 0, stderr: '' })
  })
})

describe('a Node other than the pinned one', () => {
  const folder = join(root, 'node_modules/.cache/svc/other-node')
  const other = join(folder, 'node')
  beforeAll(() => {
    mkdirSync(folder, { recursive: true })
    copyFileSync(process.execPath, other, constants.COPYFILE_FICLONE)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('hands over to the pinned one and passes arguments and exit code on', () => {
    const script = `await import('${url}'); console.log(process.execPath, process.argv[1]); process.exit(7)`
    const { status, stdout } = spawnSync(other, ['--input-type=module', '-e', script, 'argument'], { encoding: 'utf8' })
    expect(status).toBe(7)
    expect(stdout).toBe(`${process.execPath} argument\n`)
  })
})
