import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ id: string, title: string, camel: string, pascal: string, snake: string }} Names */

/** Ids whose table prefixes and service ids belong to the kernel or to SQLite. */
const reserved = ['kernel', 'core', 'sqlite']

/**
 * Returns why a feature with this id cannot be created, or `undefined`.
 * @param {string} root
 * @param {string} id
 * @returns {string | undefined}
 */
export function validate(root, id) {
  if (!id) return 'the id of the feature is missing'
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) return `"${id}" is not a kebab-case noun such as disk-health`
  if (id.length > 40) return `"${id}" is longer than 40 characters`
  if (reserved.includes(id)) return `"${id}" is reserved`
  for (const folder of ['plugins', 'agent-plugins'])
    if (existsSync(join(root, folder, id))) return `${folder}/${id} already exists`
  return undefined
}

/**
 * The spellings of an id used by the templates.
 * @param {string} id
 * @returns {Names}
 */
export function namesOf(id) {
  const words = id.split('-')
  const capital = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const [first = '', ...rest] = words
  return {
    id,
    title: [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' '),
    camel: first + capital.slice(1).join(''),
    pascal: capital.join(''),
    snake: words.join('_'),
  }
}
