import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { root } from '../setup/child.mjs'

/**
 * The settings of the server that `npm start` needs before it starts the server.
 * @typedef {{ dataDir: string, serverUrl: string, isCookieChosen: boolean }} Settings
 */

/** @param {string} file @returns {Promise<Record<string, Record<string, unknown> | undefined>>} */
async function readTable(file) {
  if (!existsSync(file)) return {}
  // The same parser as the server.
  const { parse } = await import(createRequire(join(root, 'config/package.json')).resolve('smol-toml'))
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch {
    // The server is about to report the error in detail.
    return {}
  }
}

/**
 * The URL at which the agent on this machine reaches a listen address.
 * @param {string} listen
 */
export function localUrl(listen) {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(listen) ?? []
  const isAnyHost = ['', '0.0.0.0', '[::]', '::'].includes(host)
  return `http://${isAnyHost ? '127.0.0.1' : host}:${port}`
}

/**
 * The server's file of the system, as in `config/src/system-folders.ts`, which does not run before the installation.
 * @param {NodeJS.ProcessEnv} env
 */
const systemFile = (env) =>
  process.platform === 'win32'
    ? join(env.ProgramData || 'C:\\ProgramData', 'svc', 'server.toml')
    : '/etc/svc/server.toml'

/**
 * Reads the sources in the server's order: both files, then the environment.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Settings>}
 */
export async function readSettings(env) {
  const files = [await readTable(systemFile(env)), await readTable(join(root, 'server.toml'))]
  /** @param {string} table @param {string} key */
  const last = (table, key) => {
    const fromEnv = env[`SVC_${table}__${key}`.toUpperCase()]
    return fromEnv ?? files.map((file) => file[table]?.[key]).findLast((value) => value !== undefined)
  }
  return {
    dataDir: resolve(root, String(last('server', 'data_dir') ?? './data')),
    serverUrl: localUrl(String(last('server', 'listen') ?? '0.0.0.0:9527')),
    isCookieChosen: last('auth', 'secure_cookie') !== undefined,
  }
}
