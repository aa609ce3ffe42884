import { basename, resolve } from 'node:path'

/** The names of a new project. */
export interface Names {
  readonly folder: string
  /** name of the package and of the packed file */
  readonly packageName: string
  readonly title: string
  /** widget id; for a collection, the prefix of its widget ids */
  readonly id: string
}

/** Default names derived from the folder. Throws when the folder is not a valid package name. */
export function namesFromFolder(folder: string): Names {
  const packageName = basename(resolve(folder))
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(packageName) || packageName.length > 60) {
    throw new Error(
      `"${packageName}" is not a valid folder name: use lowercase letters, digits and single hyphens, such as disk-health`,
    )
  }
  const [first = '', ...rest] = packageName.split('-')
  const title = [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
  return { folder, packageName, title, id: `org.example.${packageName}` }
}
