import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeAgentStatus } from '../grants/agent-status.ts'
import { collectLog } from '../testing.ts'
import { type AllowedPackage, formatAllowed } from './allow-list.ts'
import { runPluginsCommand } from './plugins-command.ts'
import { parsePluginsCommand } from './plugins-command-line.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-plugins-'))
  folder = join(root, 'plugins')
  mkdirSync(folder, { mode: 0o755 })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(name: string): string {
  const path = join(folder, name)
  mkdirSync(join(path, 'lib'), { recursive: true, mode: 0o755 })
  writeFileSync(join(path, 'package.json'), JSON.stringify({ name, version: '2.0.0' }), { mode: 0o644 })
  writeFileSync(join(path, 'lib/a.js'), 'throw new Error()\n', { mode: 0o644 })
  return path
}

async function run(args: readonly string[], allow: readonly AllowedPackage[] = [], isJson = false): Promise<string> {
  let text = ''
  const out = (more: string) => {
    text += more
  }
  await runPluginsCommand(parsePluginsCommand(args, isJson), { folder, allow, stateDir: root, out })
  return text
}

const hashOf = async (path: string): Promise<AllowedPackage> => {
  const [name = '', sha256 = ''] = (await run(['hash', path])).trim().split('@sha256:')
  return { name, sha256 }
}

describe('svc-agent plugins hash', () => {
  it('prints what sha256sum computes', async () => {
    const path = write('fans')
    const command = 'find . -type f -printf "%P\\n" | LC_ALL=C sort | xargs sha256sum | sha256sum'
    const [expected] = execFileSync('sh', ['-c', command], { cwd: path, encoding: 'utf8' }).split(' ')
    expect(await run(['hash', path])).toBe(`fans@sha256:${expected}\n`)
  })

  it('says why a folder cannot be used', async () => {
    const path = write('fans')
    symlinkSync('lib', join(path, 'link'))
    await expect(run(['hash', path])).rejects.toThrow(`cannot use ${path}: link is a symbolic link`)
    await expect(run(['hash', join(folder, 'no')])).rejects.toThrow('ENOENT')
    await expect(run(['hash'])).rejects.toThrow('plugins hash requires the folder of a package')
    await expect(run(['hsh'])).rejects.toThrow('unknown command "plugins hsh"; did you mean hash?')
  })
})

describe('svc-agent plugins', () => {
  it('lists what is allowed, what is not, and why', async () => {
    expect(await run([])).toBe(`no plugins in ${folder}\n`)
    const fans = await hashOf(write('fans'))
    const leds = await hashOf(write('leds'))
    const open = write('open')
    chmodSync(join(open, 'lib/a.js'), 0o666)
    const changed = { name: 'leds', sha256: '0'.repeat(64) }
    const text = await run([], [fans, changed, { ...fans, name: 'gone' }])
    expect(text.split('\n')).toEqual([
      'fans 2.0.0: allowed',
      '  the agent is not running',
      'leds 2.0.0: refused',
      `  its content has changed: ${formatAllowed(leds)}`,
      'gone: refused',
      `  no package in ${folder} has this name`,
      'open: unreadable',
      '  lib/a.js is writable by its group or by others',
      '',
    ])
    expect(await run([], [fans])).toContain(
      `leds 2.0.0: not allowed\n  to allow it, add "${formatAllowed(leds)}" to plugins.allow`,
    )
  })

  it('says what the running agent says', async () => {
    const fans = await hashOf(write('fans'))
    const plugins = () => [{ name: 'fans', version: '2.0.0', state: 'failed' as const, reason: 'it crashed: no fan' }]
    const { log } = collectLog()
    const status = makeAgentStatus({ stateDir: root, permitted: [], denied: [], plugins, log })
    await status.write()
    expect(await run([], [fans])).toBe('fans 2.0.0: failed\n  it crashed: no fan\n')
    expect(JSON.parse(await run([], [fans], true))).toEqual({
      folder,
      plugins: [{ name: 'fans', version: '2.0.0', state: 'failed', reason: 'it crashed: no fan' }],
    })
    await status.remove()
    expect(await run([], [fans])).toContain('the agent is not running')
  })
})
