import { basename, resolve } from 'node:path'

/** The spellings of a plugin's id. */
export interface Names {
  readonly id: string
  readonly title: string
  readonly snake: string
}

const prefix = 'svc-plugin-'
/** Ids whose tables and services belong to the kernel or to SQLite. */
const reserved = ['kernel', 'core', 'sqlite']

/** The names of a plugin from the folder of its project. Throws when it gives no valid id. */
export function namesFromFolder(folder: string, title?: string): Names {
  const name = basename(resolve(folder))
  const id = name.startsWith(prefix) ? name.slice(prefix.length) : name
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id.length > 40)
    throw new Error(`"${name}" is not a valid folder name: use ${prefix}<id>, such as ${prefix}fan-speed`)
  if (reserved.includes(id)) throw new Error(`the id "${id}" is reserved`)
  const [first = '', ...rest] = id.split('-')
  const own = [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
  const chosen = title?.trim() ?? own
  if (!/^[^"\\{}\p{Cc}]{1,60}$/u.test(chosen))
    throw new Error('--title must have 1 to 60 characters, without quotes, braces and backslashes')
  return { id, title: chosen, snake: id.replaceAll('-', '_') }
}
