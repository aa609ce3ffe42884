import { extname } from 'node:path'
import { forbidden, notFound } from '@svc/plugin-sdk'
import type { FastifyInstance } from 'fastify'
import type { PluginRecord } from '../candidate.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Opened directly, a file is shown in a sandbox without scripts. */
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** Browsers cache a failed import, so another attempt has another address. */
const version = /^@([0-9a-f]{32})(?:~\d{1,4})?$/

/** Serves the browser half of a third-party plugin. The address names the content, so browsers may keep it forever. */
export function addDashboardHalf(scope: FastifyInstance, plugin: PluginRecord): void {
  scope.get<{ Params: { version: string; '*': string } }>(
    `/api/plugins/${plugin.candidate.id}/:version/*`,
    { config: { access: 'member' }, schema: { hide: true } },
    async (request, reply) => {
      // A service worker is not sandboxed and would outlive the plugin.
      if (request.headers['service-worker'] !== undefined) throw forbidden('kernel.SERVICE_WORKER')
      const [, wanted] = version.exec(request.params.version) ?? []
      const name = request.params['*']
      const { dashboard } = plugin
      const bytes = wanted === dashboard?.hash ? dashboard?.files.get(name) : undefined
      if (!bytes) throw notFound('kernel.NO_ROUTE')
      return reply
        .headers({
          'cache-control': 'private, max-age=31536000, immutable',
          'content-security-policy': sandbox,
          vary: 'service-worker',
        })
        .type(types[extname(name)] ?? 'application/octet-stream')
        .send(bytes)
    },
  )
}
