import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BootError, reasonOf } from './boot-error.ts'
import { discover, pluginsDir } from './discover.ts'

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

function prepare(dataDir: string): string {
  const folder = pluginsDir(dataDir)
  mkdirSync(folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, `${JSON.stringify({ private: true }, null, 2)}\n`)
  return folder
}

const thirdParty = (dataDir: string) => discover(dataDir).filter((candidate) => !candidate.bundled)

const list = (dataDir: string): string => {
  const rows = thirdParty(dataDir).map(
    ({ id, version, refusal }) => `${id} ${version ?? ''}${refusal ? ` (refused: ${refusal})` : ''}`,
  )
  return rows.length > 0 ? rows.join('\n') : 'no third-party plugins are installed'
}

/** `svc-server plugin add|remove|list`: returns the text to print. */
export async function pluginPackages(dataDir: string, [action, spec]: readonly string[]): Promise<string> {
  if (action === 'list') return list(dataDir)
  if ((action !== 'add' && action !== 'remove') || !spec || spec.startsWith('-')) {
    throw new BootError('usage: svc-server plugin add PACKAGE | remove PACKAGE | list')
  }
  const before = new Map(thirdParty(dataDir).map(({ id, version }) => [id, version]))
  // The path is relative to the working directory of the user, not that of npm.
  const source = action === 'add' && existsSync(spec) ? resolve(spec) : spec
  await npm(prepare(dataDir), [action === 'add' ? 'install' : 'uninstall', source])
  if (action === 'remove') {
    if (thirdParty(dataDir).length < before.size) return `removed ${spec}; its data is kept`
    throw new BootError(`no package ${spec} is installed; packages are named svc-plugin-<id> or @org/svc-plugin-<id>`)
  }
  const changed = thirdParty(dataDir).filter(({ id, version }) => before.get(id) !== version)
  if (changed.length === 0) return `installed ${spec}; no plugin was added or updated\n${list(dataDir)}`
  return changed
    .map(({ id, version, refusal }) => {
      if (refusal) return `${id} is refused: ${refusal}`
      return before.has(id)
        ? `${id} was ${before.get(id)} and is ${version} now, from the next start of the server`
        : `installed ${id}; after the next start an administrator can enable it on the plugins page`
    })
    .join('\n')
}
