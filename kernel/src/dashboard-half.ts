import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { DashboardInfo } from '@svc/plugin-sdk'
import { reasonOf } from './boot-error.ts'

/** The browser half of a third-party plugin: the built modules of its dashboard, and its texts. */
export interface DashboardHalf extends DashboardInfo {
  /** by path: `index.js`, `locales/en.json`; in memory, so that an update on disk cannot change what an address means */
  readonly files: ReadonlyMap<string, Buffer>
}

/** Every browser loads it at the start, so it is small; what is large belongs into a module that a page imports. */
const limits = { files: 200, bytesOfFile: 1024 * 1024, bytes: 4 * 1024 * 1024 }
const entry = 'index.js'
const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`

function filesIn(folder: string, prefix: string, pattern: RegExp): [string, string][] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && pattern.test(found.name))
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [prefix + relative(folder, path).split(sep).join('/'), path]
    })
}

function read(folder: string | undefined, locales: string): Omit<DashboardHalf, 'error'> {
  if (folder !== undefined && !existsSync(join(folder, entry))) throw new Error(`its folder has no ${entry}`)
  const found = [
    ...(folder === undefined ? [] : filesIn(folder, '', /./)),
    ...filesIn(locales, 'locales/', /^[a-z]{2,3}(-\w+)*\.json$/),
  ].sort()
  if (found.length > limits.files) throw new Error(`it has ${found.length} files; at most ${limits.files} are served`)
  const sizes = found.map(([name, path]) => ({ name, size: statSync(path).size }))
  const large = sizes.find(({ size }) => size > limits.bytesOfFile)
  if (large) {
    throw new Error(`${large.name} has ${mebibytes(large.size)}; at most ${mebibytes(limits.bytesOfFile)} are served`)
  }
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  if (total > limits.bytes) {
    throw new Error(`its files have ${mebibytes(total)}; at most ${mebibytes(limits.bytes)} are served`)
  }
  const files = new Map(found.map(([name, path]) => [name, readFileSync(path)]))
  const hash = createHash('sha256')
  for (const [name, bytes] of files) hash.update(`${name} ${bytes.length}\n`).update(bytes)
  const languages = [...files.keys()].flatMap((name) => /^locales\/(.+)\.json$/.exec(name)?.[1] ?? [])
  return {
    files,
    hash: hash.digest('hex').slice(0, 32),
    bytes: total,
    languages,
    module: folder !== undefined,
    styles: files.has('index.css'),
  }
}

/** Reads the dashboard half of a package, or its texts alone. Never throws: `error` says why it is not served. */
export function readDashboardHalf(folder: string | undefined, locales: string): DashboardHalf {
  try {
    return { ...read(folder, locales), error: null }
  } catch (error) {
    return {
      files: new Map(),
      hash: '',
      bytes: 0,
      languages: [],
      module: folder !== undefined,
      styles: false,
      error: reasonOf(error),
    }
  }
}
