import { resolve } from 'node:path'
import { type CoreConfig, coreConfig } from './core-config.js'
import { mentionsOf, sliceOf } from './fragments.js'
import type { Layer } from './layers.js'
import type { Mention } from './policy.js'
import { Refusal } from './refusal.js'

/** What the agent itself is configured to do. */
export interface Config {
  readonly core: CoreConfig
  /** every allow and deny of every source; a deny in one file cannot be lifted by another */
  readonly allow: readonly Mention[]
  readonly deny: readonly Mention[]
}

/** What an HTTP header can carry: printable ASCII without spaces. */
const headerSafe = /^[\x21-\x7e]+$/

function sourceOf(layers: readonly Layer[], key: string): string {
  return mentionsOf(layers, key).at(-1)?.source ?? key
}

function assertServerUrl(url: string, source: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !['http:', 'https:', 'ws:', 'wss:'].includes(parsed.protocol)) {
    throw new Refusal(`${source} must be an address such as https://svc.example.com`)
  }
  if (parsed.username || parsed.password || parsed.search || parsed.hash) {
    throw new Refusal(`${source} must not hold a user name, a query or a fragment`)
  }
}

function assertCredential(value: string, source: string, shortest: number): void {
  if (!headerSafe.test(value) || value.length < shortest || value.length > 512) {
    throw new Refusal(`${source} must be ${shortest} to 512 printable ASCII characters without spaces`)
  }
}

const mentionsIn = (layers: readonly Layer[], key: 'capabilities.allow' | 'capabilities.deny'): Mention[] =>
  mentionsOf(layers, key).flatMap(({ value, source, layer }) => {
    const names = layer.text && typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value
    return (names as string[]).filter((name) => name !== '').map((name) => ({ name, source }))
  })

/** The agent's own configuration, checked. Throws `Refusal` with one sentence that names key, source and rule. */
export function readConfig(layers: readonly Layer[]): Config {
  const core = sliceOf(coreConfig, layers)
  assertServerUrl(core.server_url, sourceOf(layers, 'server_url'))
  const token = mentionsOf(layers, 'token').at(-1)
  if (token?.layer.text && token.value === '') {
    // Setting it says "I keep the token myself"; generating one would enrol this host anew at each start.
    throw new Refusal(`${token.source} is set but empty; unset it or give it the run token`)
  }
  if (core.token) assertCredential(core.token, sourceOf(layers, 'token'), 8)
  if (core.enrollment_code) assertCredential(core.enrollment_code, sourceOf(layers, 'enrollment_code'), 1)
  return {
    core: { ...core, state_dir: resolve(core.state_dir) },
    allow: mentionsIn(layers, 'capabilities.allow'),
    deny: mentionsIn(layers, 'capabilities.deny'),
  }
}
