import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { notFound } from '@svc/plugin-sdk'
import type { FastifyInstance } from 'fastify'

/** Scripts and styles of the pages that a plugin serves itself, outside of the dashboard. */
const prefixOf = (plugin: string) => `/page/${plugin}/`

const versionOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)

/** The URL of a file in the page folder of a plugin, with a version that changes with its content. */
export function pageFileUrl(plugin: string, folder: string | undefined, name: string): string {
  const file = join(folder ?? '', name)
  return prefixOf(plugin) + name + (folder && existsSync(file) ? `?v=${versionOf(file)}` : '')
}

const year = 365 * 24 * 3600 * 1000

/** Serves the page folder of a plugin. Files that are requested with their version may be cached for a year. */
export async function addPageFiles(scope: FastifyInstance, plugin: string, folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  const versions = new Map(paths.map((path) => [relative(folder, path).replaceAll(sep, '/'), versionOf(path)]))
  const decorateReply = !scope.hasReplyDecorator('sendFile')
  await scope.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, decorateReply })
  scope.get<{ Params: { '*': string }; Querystring: { v?: string } }>(
    `${prefixOf(plugin)}*`,
    { config: { access: 'public' }, schema: { hide: true } },
    (request, reply) => {
      const name = request.params['*']
      const version = versions.get(name)
      if (version === undefined) throw notFound('kernel.NO_ROUTE')
      const isCurrent = request.query.v === version
      if (!isCurrent) reply.header('cache-control', 'no-cache')
      return reply.sendFile(name, folder, isCurrent ? { maxAge: year, immutable: true } : { cacheControl: false })
    },
  )
}
