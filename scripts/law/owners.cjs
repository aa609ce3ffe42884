const { existsSync, readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const { lib, ours } = require('./paths.cjs')

const escapePath = (text) => text.replace(/[.+/]/g, '\\$&')

/** The packages of this tree, and the tree itself. */
const packages = ['', 'config', 'kernel', 'agent', 'dashboard', 'e2e'].concat(
  ['sdk', 'plugins', 'agent-plugins'].flatMap((top) =>
    existsSync(top) ? readdirSync(top).map((name) => `${top}/${name}`) : [],
  ),
)

/** Where each owned library may be imported, by its name. @type {Map<string, string[]>} */
const owners = new Map()
/** Libraries that the pages of a plugin may import. */
const inPages = new Set()
for (const folder of packages) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) continue
  const { svc } = JSON.parse(readFileSync(file, 'utf8'))
  for (const [library, place] of Object.entries(svc?.owns ?? {})) {
    const paths = owners.get(library) ?? []
    const path = `${folder && `${folder}/`}${place === '.' ? '' : place}`
    if (folder.startsWith('plugins/') && place.startsWith('dashboard')) inPages.add(library)
    owners.set(library, [...paths, `^${escapePath(path)}`])
  }
}

/**
 * A package owns a library by `svc.owns` in its package.json, `{ "<library>": "<where>" }`: the beginning of
 * the paths that may import it, or `.` for the whole package. Nobody else may import it.
 */
exports.owners = [...owners].map(([library, places]) => ({
  name: `one-owner-${library.replace(/^@/, '').replace('/', '-')}`,
  comment: `${library} may only be imported by ${places.join(' and ')}; use what they export, or see svc.owns there`,
  severity: 'error',
  from: { path: ours, pathNot: places },
  to: { path: lib(escapePath(library)) },
}))

exports.pageLibraries = [...inPages].flatMap((library) => lib(escapePath(library)))
