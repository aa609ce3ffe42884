/** The folder above all others: it contains what the agent permits. */
export const topPath = '/'

const drive = /^[A-Za-z]:/
const separatorOf = (path: string): string => (drive.test(path) || path.startsWith('\\\\') ? '\\' : '/')
const splitter = (path: string): RegExp => (separatorOf(path) === '\\' ? /[\\/]/ : /\//)

/** The part of an absolute path that has no parent on the host: `/`, `C:\` or `\\server\share\`. */
function rootOf(path: string): string {
  if (drive.test(path)) return `${path.slice(0, 2)}\\`
  return /^\\\\[^\\/]+[\\/][^\\/]+[\\/]?/.exec(path)?.[0] ?? '/'
}
const namesOf = (path: string): string[] =>
  path
    .slice(rootOf(path).length)
    .split(splitter(path))
    .filter((name) => name !== '')

export function joinPath(directory: string, name: string): string {
  const separator = separatorOf(directory)
  return directory.endsWith(separator) ? directory + name : directory + separator + name
}

/** The last name; of a root, the root itself. */
export const baseName = (path: string): string => namesOf(path).at(-1) ?? path

/** The folder that contains it; of the top, the top itself. */
export function parentOf(path: string): string {
  const names = namesOf(path)
  if (names.length === 0) return topPath
  return rootOf(path) + names.slice(0, -1).join(separatorOf(path))
}

export interface Crumb {
  readonly name: string
  readonly path: string
}

/** The folders from the top to `path`, itself included. */
export function crumbsOf(path: string): Crumb[] {
  const root = rootOf(path)
  const crumbs: Crumb[] = root === topPath ? [] : [{ name: root, path: root }]
  let current = root
  for (const name of namesOf(path)) {
    current = joinPath(current, name)
    crumbs.push({ name, path: current })
  }
  return [{ name: topPath, path: topPath }, ...crumbs]
}

/** The absolute path that somebody typed, possibly relative to `current`. */
export function resolvePath(current: string, typed: string): string {
  const isAbsolute = typed.startsWith('/') || drive.test(typed) || typed.startsWith('\\\\')
  const path = isAbsolute ? typed : joinPath(current, typed)
  const names: string[] = []
  for (const name of namesOf(path)) {
    if (name === '..') names.pop()
    else if (name !== '.') names.push(name)
  }
  return rootOf(path) + names.join(separatorOf(path))
}
