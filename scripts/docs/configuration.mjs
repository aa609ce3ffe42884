import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../setup/child.mjs'

/** @typedef {{ path: string, schema: { default?: unknown, description?: string } }} Key */

/** Loads a source file; needs `--conditions=svc-source`. @param {string} file */
const load = async (file) => await import(pathToFileURL(join(root, file)).href)

/** The plugins in a folder with a configuration, in the order of their titles. @param {string} top */
async function pluginsIn(top) {
  const folders = globSync(`${top}/*/package.json`, { cwd: root }).map((file) => dirname(file))
  const plugins = await Promise.all(
    folders.map(async (folder) => {
      const { svc } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
      const { default: definition } = await load(`${folder}/src/index.ts`)
      return { title: String(svc.title), folder, owner: basename(folder), schema: definition.config }
    }),
  )
  return plugins.filter(({ schema }) => schema).sort((a, b) => (a.title < b.title ? -1 : 1))
}

/** @param {unknown} value */
function defaultText(value) {
  if (value === undefined) return 'required'
  const text = String(value)
  if (text === '') return 'none'
  return typeof value === 'string' || Array.isArray(value) ? `\`${text}\`` : text
}

/** @param {string} text */
const escapeCell = (text) => text.replaceAll('|', '\\|')

/** @param {Key} key */
function row({ path, schema: { default: initial, description } }) {
  if (!description) throw new Error(`the setting ${path} has no description`)
  return `| \`${path}\` | ${defaultText(initial)} | ${escapeCell(description)} |`
}

/** One program's sections. @param {{ title: string, folder: string, owner: string, schema: object }[]} owners */
async function sections(owners) {
  const { mergeFragments } = await load('config/src/fragment.ts')
  // throws if two of them declare the same key
  const keys = mergeFragments(owners)
  return owners.flatMap(({ title, folder, owner }) => [
    `### [${title}](../${folder}/README.md)`,
    '',
    '| key | default | meaning |',
    '|---|---|---|',
    ...keys.filter((/** @type {{ owner: string }} */ key) => key.owner === owner).map(row),
    '',
  ])
}

/** The text of docs/configuration.md: all settings, as the sources declare them. */
export async function configurationPage() {
  const { KernelConfig } = await load('kernel/src/config/kernel-config.ts')
  const { coreFragment } = await load('agent/src/config.ts')
  const server = { title: 'Kernel', folder: 'kernel', owner: 'the server', schema: KernelConfig }
  const agent = { title: 'Core', folder: 'agent', owner: 'the agent', schema: coreFragment.schema }
  return [
    '# Configuration',
    '',
    'Written by `npm run docs` from the sources. How files and environment variables are read is in the',
    '[README](../README.md#configure).',
    '',
    '## Server',
    '',
    ...(await sections([server, ...(await pluginsIn('plugins'))])),
    '## Agent',
    '',
    ...(await sections([agent, ...(await pluginsIn('agent-plugins'))])),
  ].join('\n')
}
