import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Host, makeHost, programOf } from '../test/host.ts'

const canMount = process.platform === 'linux' && process.getuid?.() === 0
const kib = 1024
const old = programOf('1.0.0')

let host: Host
afterEach(() => host.close())

async function begin(release: string) {
  host = await makeHost({ service: true, disk: 1024 * kib })
  host.write(old)
  host.publish('2.0.0', release)
  host.start()
  await host.agent('1.0.0')
}
const filler = () => join(host.folder, 'other')

/** Whatever happened, the old program runs, and only that. */
async function expectOldAgent() {
  await host.agent('1.0.0')
  expect(host.text()).toBe(old)
  expect(host.mostAtOnce()).toBe(1)
}

describe.runIf(canMount)('on a full disk', () => {
  it('a program of unknown size that does not fit is removed again', async () => {
    await begin('')
    const path = '/releases/download/v2.0.0/svc-agent-test'
    host.files.set(path, (_, response) => response.writeHead(200).end(Buffer.alloc(2048 * kib)))
    host.upgrade('2.0.0')
    await host.wait(() => expect(host.results()).toHaveLength(1))
    expect(host.results()[0]).toMatchObject({ stage: 'downloading', error: expect.stringContaining('ENOSPC') })
    await expectOldAgent()
    expect(existsSync(`${host.program}.new`)).toBe(false)
  })

  it('nothing is begun that cannot be recorded', async () => {
    await begin(programOf('2.0.0'))
    writeFileSync(filler(), '')
    expect(() => writeFileSync(filler(), Buffer.alloc(1024 * kib))).toThrow('ENOSPC')
    host.upgrade('2.0.0')
    await host.wait(() => expect(host.results()).toHaveLength(1))
    expect(host.results()[0]).toMatchObject({ stage: 'downloading', error: expect.stringContaining('ENOSPC') })
    await expectOldAgent()
  })

  it('the old program comes back although the rollback cannot be recorded', async () => {
    const first = 'cat /dev/zero >"$(dirname "$0")/other"; exit 3'
    await begin(programOf('2.0.0', { first }))
    host.upgrade('2.0.0')
    await host.wait(() => expect(host.results()).toHaveLength(1))
    expect(host.results()[0]).toMatchObject({ stage: 'restarting', backup_path: `${host.program}.bak` })
    await expectOldAgent()
    expect(readFileSync(`${host.program}.bak`, 'utf8')).toBe(old)
  })
})
