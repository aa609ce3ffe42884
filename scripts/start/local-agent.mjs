import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { root } from '../setup/child.mjs'
import { writeDurably } from './durable-write.mjs'

/** @param {string} dataDir */
export const agentFile = (dataDir) => join(dataDir, 'agent', 'agent.toml')

/** @param {string} key @param {string} text */
const stringAt = (key, text) => new RegExp(`^${key}\\s*=\\s*["']([^"']*)["']`, 'm').exec(text)?.[1] ?? ''

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/**
 * Sets a top-level string key without touching the rest: the agent stores its token in the same file.
 * @param {string} text
 * @param {string} key
 * @param {string} value
 */
function withKey(text, key, value) {
  const line = `${key} = ${JSON.stringify(value)}`
  const present = new RegExp(`^${key}\\s*=.*$`, 'm')
  return present.test(text) ? text.replace(present, () => line) : `${line}\n${text}`
}

/**
 * Creates an enrollment code for this machine with a command of the server. The request id is fixed, so that repeated
 * calls refer to the same server entry, even after a crash in between.
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} onLine
 * @returns {Promise<string>}
 */
export function requestCode(env, onLine) {
  const args = [
    'server/bin/svc-server.js',
    'offer',
    '--name',
    hostname(),
    '--request-id',
    'local-agent',
    '--json',
    'yes',
  ]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) => {
      const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim())
      const code = lines.map((line) => /"code":\s*"([^"]+)"/.exec(line)?.[1]).find(Boolean)
      for (const line of lines.filter((text) => !code || !text.includes(code))) onLine(line)
      if (code) resolve(code)
      else reject(Object.assign(new Error('no enrollment code for the local agent'), { exitCode: error?.code ?? 1 }))
    })
  })
}

/**
 * Writes the local agent's configuration for this server. Adds a new enrollment code if there is no token, or if
 * `isCodeStale`.
 * @param {{ dataDir: string, serverUrl: string, newCode: () => Promise<string>, isCodeStale?: boolean }} options
 */
export async function prepareAgent({ dataDir, serverUrl, newCode, isCodeStale = false }) {
  const file = agentFile(dataDir)
  const before = read(file)
  let text = before || '# Written by `npm start` for the agent on this machine. The agent keeps its token here.\n'
  text = withKey(text, 'state_dir', join(dataDir, 'agent'))
  text = withKey(text, 'server_url', serverUrl)
  if (!stringAt('token', text) || isCodeStale) text = withKey(text, 'enrollment_code', await newCode())
  if (text !== before) writeDurably(file, text)
  return file
}

/**
 * The environment of the agent: without the settings of the server, which have the same prefix.
 * @param {NodeJS.ProcessEnv} env
 */
export function agentEnv(env) {
  const agentSetting = /^SVC_(COLLECTOR__|CAPABILITIES__|LOG__LEVEL$)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('SVC_') || agentSetting.test(name)))
}
