import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BootError, reasonOf } from './boot-error.ts'
import { prepareDataDir } from './data-dir.ts'
import { discoverIn, pluginsDir } from './discover.ts'
import { readLinks, writeLinks } from './linked-plugins.ts'
import { idOf } from './manifest.ts'

const flags = ['--ignore-scripts', '--install-links', '--legacy-peer-deps', '--no-audit', '--no-fund']

/**
 * Runs npm in the plugin folder, without install scripts and without peers, which the program provides. Local folders are
 * copied: a link would resolve the program's packages from its own location.
 */
async function npm(folder: string, args: readonly string[]): Promise<void> {
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn('npm', [...args, ...flags, '--prefix', folder], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', (error) => reject(new BootError(`npm cannot be run: ${reasonOf(error)}`)))
    child.once('close', resolve)
  })
  if (code !== 0) throw new BootError(`npm ${args[0]} failed with exit code ${code}; its output is above`)
}

/** Which of the candidates come from a plugin folder. */
const thirdPartyIn = (folder: string) => discoverIn(folder).filter((candidate) => !candidate.bundled)

/** Whether third-party plugins are installed in a data directory. */
export const hasPackages = (dataDir: string): boolean => thirdPartyIn(pluginsDir(resolve(dataDir))).length > 0

const list = (folder: string): string => {
  const rows = thirdPartyIn(folder).map(
    ({ id, version, refusal, state }) =>
      `${id} ${version ?? ''}${refusal ? ` (refused: ${refusal})` : ''}${state ? ' (linked)' : ''}`,
  )
  return rows.length > 0 ? rows.join('\n') : 'no third-party plugins are installed'
}

/**
 * Changes a copy of the plugin folder, which replaces it if `accept` does not throw. The copy is beside it, so that paths of
 * local packages stay the same.
 */
async function change(folder: string, args: readonly string[], accept: (changed: string) => string): Promise<string> {
  const staged = `${folder}.new`
  const replaced = `${folder}.old`
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(folder, staged, { recursive: true, verbatimSymlinks: true })
  const manifest = join(staged, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, `${JSON.stringify({ private: true }, null, 2)}\n`)
  try {
    await npm(staged, args)
    const text = accept(staged)
    rmSync(replaced, { recursive: true, force: true })
    renameSync(folder, replaced)
    renameSync(staged, folder)
    rmSync(replaced, { recursive: true, force: true })
    return text
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

const dependenciesOf = (folder: string): string[] => {
  const file = join(folder, 'package.json')
  return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies ?? {}) : []
}

function add(folder: string, spec: string): Promise<string> {
  const before = new Map(thirdPartyIn(folder).map((candidate) => [candidate.id, candidate]))
  const known = dependenciesOf(folder)
  // The path is relative to the working directory of the user, not that of npm.
  const source = existsSync(spec) ? resolve(spec) : spec
  return change(folder, ['install', source], (staged) => {
    const changed = thirdPartyIn(staged).filter(({ id, version, refusal }) => {
      const old = before.get(id)
      return !old || old.version !== version || old.refusal !== refusal
    })
    const refused = changed.find(({ refusal }) => refusal !== undefined)
    if (refused) throw new BootError(`${refused.id} is refused: ${refused.refusal}; nothing was installed`)
    const added = dependenciesOf(staged).find((name) => !known.includes(name))
    if (changed.length === 0 && added) throw new BootError(`${added} is not a plugin; nothing was installed`)
    if (changed.length === 0) return `installed ${spec}; its version is the same`
    return changed
      .map(({ id, version }) =>
        before.has(id)
          ? `${id} was ${before.get(id)?.version} and is ${version} now, from the next start of the server`
          : `installed ${id}; after the next start an administrator can enable it on the plugins page`,
      )
      .join('\n')
  })
}

/** Lets a plugin run from the folder in which it is developed. */
function link(folder: string, path: string): string {
  const target = resolve(path)
  const file = join(target, 'package.json')
  if (!existsSync(file)) throw new BootError(`${target} has no package.json`)
  const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string }
  if (name === undefined) throw new BootError(`${file} has no name`)
  if (dependenciesOf(folder).includes(name))
    throw new BootError(`${name} is installed; remove it first: svc-server plugin remove ${name}`)
  mkdirSync(folder, { recursive: true })
  const former = readLinks(folder)
  writeLinks(folder, { ...former, [name]: target })
  const found = thirdPartyIn(folder).find(({ id }) => id === idOf(name) || id === name)
  const problem = found ? found.refusal : 'it is not a plugin'
  if (problem !== undefined) {
    writeLinks(folder, former)
    throw new BootError(`${name} is refused: ${problem}; nothing was linked`)
  }
  return `linked ${name} to ${target}; after the next start an administrator can enable it on the plugins page, and every build is loaded by itself`
}

async function remove(folder: string, name: string): Promise<string> {
  const { [name]: linked, ...others } = readLinks(folder)
  if (linked !== undefined) {
    writeLinks(folder, others)
    return `unlinked ${name}; its data and its folder ${linked} are kept`
  }
  const before = thirdPartyIn(folder).length
  return change(folder, ['uninstall', name], (staged) => {
    if (thirdPartyIn(staged).length < before) return `removed ${name}; its data is kept`
    throw new BootError(`no package ${name} is installed; packages are named svc-plugin-<id> or @org/svc-plugin-<id>`)
  })
}

/** `svc-server plugin add|remove|link|list`: returns the text to print. */
export async function pluginPackages(dataDir: string, [action, spec]: readonly string[]): Promise<string> {
  if (action === 'list') return list(pluginsDir(resolve(dataDir)))
  const act = { add, remove, link }[action ?? '']
  if (!act || !spec || spec.startsWith('-')) {
    throw new BootError('usage: svc-server plugin add PACKAGE | remove PACKAGE | link FOLDER | list | purge ID')
  }
  return act(pluginsDir(prepareDataDir(dataDir)), spec)
}
