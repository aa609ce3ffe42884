import { basename, resolve } from 'node:path'

/** What a new project is called, in its folder, in the picker, and for ever. */
export interface Names {
  readonly folder: string
  /** of the package, and of the packed file */
  readonly packageName: string
  readonly title: string
  /** of the widget; of a collection, what the ids of its widgets begin with */
  readonly id: string
}

/** The names that follow from a folder, to be offered or taken. Throws when it cannot be the name of a package. */
export function namesFrom(folder: string): Names {
  const packageName = basename(resolve(folder))
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(packageName) || packageName.length > 60) {
    throw new Error(`"${packageName}" is not a name such as disk-health: small letters, digits and single dashes`)
  }
  const [first = '', ...rest] = packageName.split('-')
  const title = [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
  return { folder, packageName, title, id: `org.example.${packageName}` }
}
