import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentsOf } from './contents.mjs'
import { ownTarget } from './targets.mjs'

/** @typedef {import('./targets.mjs').Target} Target */
/** @typedef {import('./contents.mjs').Program} Program */

const elf = 0x464c457f
const machO64 = 0xfeedfacf
const dosStub = 0x5a4d
const processors = /** @type {Record<string, Record<number, string>>} */ ({
  linux: { 62: 'x64', 183: 'arm64' },
  darwin: { 16777223: 'x64', 16777228: 'arm64' },
  win32: { 34404: 'x64', 43620: 'arm64' },
})

/**
 * What a native file runs on, such as `linux-x64`. Undefined if it is not native.
 * @param {Buffer} bytes
 */
export function platformOf(bytes) {
  if (bytes.length < 64) return undefined
  const named = (/** @type {string} */ os, /** @type {number} */ machine) =>
    `${os}-${processors[os]?.[machine] ?? machine}`
  if (bytes.readUInt32LE(0) === elf) return named('linux', bytes.readUInt16LE(18))
  if (bytes.readUInt32LE(0) === machO64) return named('darwin', bytes.readUInt32LE(4))
  if (bytes.readUInt16LE(0) !== dosStub) return undefined
  const header = bytes.readUInt32LE(60)
  const isProgram = header + 6 <= bytes.length && bytes.toString('latin1', header, header + 4) === 'PE\0\0'
  return isProgram ? named('win32', bytes.readUInt16LE(header + 4)) : undefined
}

/**
 * Checks a released program: that it and all native files inside are for the target and, on this machine, that it runs.
 * Throws if not. Returns what was checked.
 * @param {Program} program
 * @param {{ target: Target, version: string, executable: string }} built
 */
export function inspect(program, { target, version, executable }) {
  const expected = `${target.os}-${target.cpu}`
  const files = [executable, ...contentsOf(program, target).values()]
  const platforms = files.map((path) => ({ path, platform: platformOf(readFileSync(path)) }))
  const wrong = platforms.find(({ path, platform }, index) =>
    index === 0 || path.endsWith('.node') ? platform !== expected : platform !== undefined && platform !== expected,
  )
  if (wrong) throw new Error(`${wrong.path} is for ${wrong.platform ?? 'no platform'}, not for ${expected}`)
  if (target !== ownTarget) return 'inspected, cannot run here'
  const unpacked = mkdtempSync(join(tmpdir(), 'svc-inspect-'))
  try {
    const env = { PATH: process.env.PATH, SVC_PROGRAM_DIR: unpacked }
    const { stdout, stderr } = spawnSync(executable, ['--version'], { encoding: 'utf8', env })
    if (stdout.trim() !== version) throw new Error(`${executable} --version printed ${stdout}${stderr}`)
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
  return 'runs here'
}
