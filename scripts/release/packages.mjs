import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/child.mjs'

/** @typedef {import('./targets.mjs').Target} Target */
/**
 * @typedef {{
 *   name?: string, version: string, integrity: string, os?: string[], cpu?: string[], libc?: string[],
 *   link?: boolean, license?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>
 * }} LockedPackage
 */

/** @type {{ packages: Record<string, LockedPackage> }} */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const cache = join(root, 'node_modules/.cache/svc/packages')

/** A package by its place: `node_modules/fastify`. @param {string} place */
export function lockedPackage(place) {
  const found = lock.packages[place]
  if (!found) throw new Error(`package-lock.json does not list ${place}`)
  return { ...found, name: found.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length) }
}

/** @param {string} command @param {string[]} args @param {string} cwd */
function must(command, args, cwd) {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
  return stdout
}

/** Downloads a package for another platform and checks it against the lock file. @param {string} place */
function download(place) {
  const { version, integrity, name } = lockedPackage(place)
  const folder = join(cache, `${name.replace('/', '-')}-${version}`)
  if (existsSync(folder)) return join(folder, 'package')
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const [file = ''] = must('npm', ['pack', '--silent', `${name}@${version}`], unfinished)
    .trim()
    .split('\n')
  const archive = join(unfinished, file)
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (integrity !== `sha512-${digest}`) throw new Error(`${name}@${version} does not match package-lock.json`)
  must('tar', ['-xzf', file], unfinished)
  rmSync(archive)
  renameSync(unfinished, folder)
  return join(folder, 'package')
}

/** The folder of a package. @param {string} place */
export function folderOf(place) {
  const installed = join(root, place)
  return existsSync(join(installed, 'package.json')) ? installed : download(place)
}

/** @param {Target} target @param {LockedPackage} found */
const isFor = ({ os, cpu }, found) =>
  (found.os?.includes(os) ?? true) && (found.cpu?.includes(cpu) ?? true) && !found.libc?.includes('musl')

/** Where a package finds another one. @param {string} from place @param {string} name */
function resolve(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at && `${at}/`}node_modules/${name}`
    if (lock.packages[place]) return place
    if (at === '' || !at.includes('/node_modules/')) {
      const top = `node_modules/${name}`
      return lock.packages[top] ? top : undefined
    }
  }
}

/**
 * The places of packages and of everything that they need on a target, without those of this repository.
 * @param {string[]} names
 * @param {Target} target
 * @returns {string[]} sorted
 */
export function closure(names, target) {
  /** @type {Set<string>} */
  const found = new Set()
  const queue = names.map((name) => resolve('', name))
  for (const place of queue) {
    const entry = place === undefined ? undefined : lock.packages[place]
    if (place === undefined || !entry || entry.link || found.has(place) || !isFor(target, entry)) continue
    found.add(place)
    const needed = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    queue.push(...needed.map((name) => resolve(place, name)))
  }
  return [...found].sort()
}

/** Published packages that the packages of a folder of this repository need. @param {RegExp} folders */
export const dependenciesOf = (folders) =>
  Object.entries(lock.packages).flatMap(([place, { dependencies }]) =>
    folders.test(place) ? Object.keys(dependencies ?? {}) : [],
  )
