import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/child.mjs'
import { closure, folderOf } from './packages.mjs'

/** @typedef {import('./targets.mjs').Target} Target */
/** @typedef {{ name: 'svc-server' | 'svc-agent', folder: string, external: () => string[] }} Program */

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** @type {Program[]} */
export const programs = [
  {
    name: 'svc-server',
    folder: 'server',
    external: () => ['better-sqlite3', '@node-rs/argon2', '@fastify/swagger-ui'],
  },
  {
    name: 'svc-agent',
    folder: 'agent',
    // native code of plugins
    external: () =>
      globSync('agent-plugins/*/package.json', { cwd: root }).flatMap((path) => readJson(path).svc?.external ?? []),
  },
]

/** What packages hold besides what runs. */
const useless =
  /(?:^|\/)(?:docs?|deps|vendor|test|tests|example|examples|\.github|musl_\w+)\/|\.(?:md|map|[cm]?ts|cc|cpp|c|h|hpp|gypi?|o|a)$/i

/** @param {string} place @param {Target} target @param {string} path in the package */
function isUsed(place, { os, cpu }, path) {
  if (useless.test(path) && !/licen[cs]e/i.test(path)) return false
  if (/(?:^|\/)(?:src|build)\//.test(path) && /\/(?:better-sqlite3|koffi)$/.test(place)) return false
  // One package with the native code of all platforms.
  return !path.startsWith('prebuilds/') || path === `prebuilds/${os}-${cpu}.node`
}

/**
 * The files of a program, by their path below the folder where it unpacks itself.
 * @param {Program} program
 * @param {Target} target
 * @returns {Map<string, string>} absolute paths of the sources
 */
export function contentsOf(program, target) {
  /** @type {Map<string, string>} */
  const files = new Map()
  const add = (
    /** @type {string} */ folder,
    /** @type {string} */ at,
    /** @type {(path: string) => boolean} */ filter,
  ) => {
    for (const path of globSync('**', { cwd: folder, exclude: ['**/node_modules/**'] })) {
      const source = join(folder, path)
      if (filter(path) && statSync(source).isFile()) files.set(`${at}/${path.replaceAll('\\', '/')}`, source)
    }
  }
  const own = join(root, program.folder)
  add(own, program.folder, (path) => path === 'package.json' || /^bin\//.test(path))
  add(join(own, 'dist/bundle'), `${program.folder}/dist/bundle`, (path) => !path.startsWith('.cache'))
  if (program.name === 'svc-server') {
    const dashboard = join(root, 'dashboard')
    add(dashboard, 'node_modules/@svc/dashboard', (path) => path === 'package.json' || path.startsWith('dist/'))
  }
  for (const place of closure(program.external(), target))
    add(folderOf(place), place, (path) => isUsed(place, target, path))
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** @param {Buffer} bytes */
export const sha256Bytes = (bytes) => createHash('sha256').update(bytes).digest()

/** @param {Buffer} bytes */
export const sha256 = (bytes) => sha256Bytes(bytes).toString('hex')
