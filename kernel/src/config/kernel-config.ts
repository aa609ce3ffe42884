import { type Static, Type } from '@sinclair/typebox'
import { type ConfigKey, evaluate, mergeFragments, type Source } from '@svc/config'
import { PermanentError } from '../boot-error.ts'
import './formats.ts'

/** Private, loopback and link-local ranges. */
const privateRanges = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
]

const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const

/** The configuration keys of the kernel itself. */
export const KernelConfig = Type.Object({
  server: Type.Object({
    listen: Type.String({ format: 'listen', default: '0.0.0.0:9527', description: 'address and port' }),
    data_dir: Type.String({
      minLength: 1,
      default: './data',
      description: "database, third-party plugins and the local agent's files",
    }),
    public_url: Type.String({
      format: 'base-url-or-empty',
      default: '',
      description: 'URL of the dashboard, for a reverse proxy that does not forward the host',
    }),
    trusted_proxies: Type.Array(Type.String({ format: 'cidr' }), {
      default: privateRanges,
      description: 'proxies whose forwarding headers are trusted; empty: none',
    }),
  }),
  database: Type.Object({
    path: Type.String({ minLength: 1, default: 'svc.db', description: 'relative to the data directory' }),
    // SQLite has one writer; the program uses one connection per thread.
    max_connections: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 10,
      description: 'accepted for compatibility',
    }),
    migration_copy: Type.Boolean({
      default: true,
      description: 'copy the database before a new version migrates it; kept until the next version starts',
    }),
  }),
  log: Type.Object({
    level: Type.Union(
      levels.map((level) => Type.Literal(level)),
      { default: 'info', description: '`trace`, `debug`, `info`, `warn` or `error`' },
    ),
    file: Type.String({ default: '', description: 'also write the log to this file' }),
  }),
  plugins: Type.Object({
    disabled: Type.Array(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }), {
      default: [],
      description: 'ids of plugins that stay disabled regardless of the dashboard',
    }),
  }),
})
export type KernelConfig = Static<typeof KernelConfig>

export const kernelFragment = { owner: 'kernel', schema: KernelConfig }

const leaves: readonly ConfigKey[] = mergeFragments([kernelFragment])

/** Evaluates the kernel's keys, which are needed before the plugins are known. */
export function kernelConfig(sources: readonly Source[]): KernelConfig {
  const { slice, errors } = evaluate(leaves, sources)
  if (errors[0]) throw new PermanentError(errors[0])
  return slice as KernelConfig
}
