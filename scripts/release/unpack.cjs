// The first code of a released program: unpacks the program that the executable carries, once per version, and runs it.
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const { createRequire } = require('node:module')
const { homedir, tmpdir } = require('node:os')
const { dirname, join } = require('node:path')
const sea = require('node:sea')

/** Versions that are kept, so that one that still runs finds its files. */
const maxVersions = 3

const index = JSON.parse(sea.getAsset('index', 'utf8'))
const contents = Buffer.from(sea.getRawAsset('contents'))
const own = process.getuid?.()

/** Where programs unpack themselves: the first of these folders that can be written. */
function* places() {
  const { SVC_PROGRAM_DIR: chosen } = process.env
  // Not an option of the program.
  delete process.env.SVC_PROGRAM_DIR
  if (chosen) return yield chosen
  // Given by systemd.
  if (process.env.CACHE_DIRECTORY) yield process.env.CACHE_DIRECTORY.split(':')[0]
  if (own === 0) yield '/var/cache/svc'
  else if (process.platform === 'win32') yield join(process.env.LOCALAPPDATA ?? homedir(), 'svc')
  else yield join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svc')
  yield join(tmpdir(), `svc-${own ?? 'programs'}`)
}

/** Code in a folder that others can write would be theirs. */
function isOwn(folder) {
  const stat = fs.lstatSync(folder)
  return stat.isDirectory() && (own === undefined || (stat.uid === own && (stat.mode & 0o022) === 0))
}

const bytesOf = ({ offset, size }) => contents.subarray(offset, offset + size)
const isWhole = (path, { size, sha256 }) => {
  try {
    const bytes = fs.readFileSync(path)
    return bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256
  } catch {
    return false
  }
}

/** Writes what is missing or was changed. */
function complete(folder) {
  for (const file of index.files) {
    const path = join(folder, file.path)
    if (isWhole(path, file)) continue
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const unfinished = `${path}.${process.pid}`
    fs.writeFileSync(unfinished, bytesOf(file), { mode: 0o700 })
    fs.renameSync(unfinished, path)
  }
}

function forgetOthers(parent) {
  const age = (name) => fs.statSync(join(parent, name)).mtimeMs
  const versions = fs.readdirSync(parent).filter((name) => name.startsWith(`${index.name}-`))
  for (const name of versions.toSorted((a, b) => age(b) - age(a)).slice(maxVersions))
    fs.rmSync(join(parent, name), { recursive: true, force: true })
}

function unpack() {
  let reason
  for (const parent of places()) {
    try {
      const folder = join(parent, `${index.name}-${index.version}-${index.id}`)
      fs.mkdirSync(parent, { recursive: true, mode: 0o700 })
      if (!isOwn(parent)) throw new Error(`${parent} can be written by others`)
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (!isOwn(folder)) throw new Error(`${folder} can be written by others`)
      complete(folder)
      const now = new Date()
      fs.utimesSync(folder, now, now)
      forgetOthers(parent)
      return folder
    } catch (error) {
      reason = error
    }
  }
  throw reason
}

try {
  const folder = unpack()
  createRequire(join(folder, 'start.cjs'))('./start.cjs')
} catch (error) {
  process.stderr.write(`${index.name}: cannot unpack itself: ${error.message}\n`)
  process.exitCode = 1
}
