import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type TObject, type TOptional, type TString, Type } from '@sinclair/typebox'
import { data, notFound, type Routes } from '@svc/plugin-sdk'
import { Available } from './contract.ts'
import type { Releases } from './releases.ts'

const folder = fileURLToPath(new URL('../scripts', import.meta.url))

const Text = { 200: { description: 'The script', content: { 'text/plain': { schema: Type.String() } } } }
const Bytes = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' })
const File = { 200: { description: 'The file', content: { 'application/octet-stream': { schema: Bytes } } } }

const FileName = Type.Object({ file: Type.String() })
/** For the scripts, and as agents look for their upgrades at a release location. */
const filePlaces: readonly { path: string; params: TObject<{ file: TString; version: TOptional<TString> }> }[] = [
  { path: '/install/:file', params: FileName as never },
  {
    path: '/install/download/:version/:file',
    params: Type.Composite([FileName, Type.Object({ version: Type.String() })]) as never,
  },
]

/** A script of this package and its ETag, read at the first request. */
function script(name: string) {
  let loaded: Promise<{ bytes: Buffer; etag: string }> | undefined
  const load = async () => {
    const bytes = await readFile(join(folder, name))
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"` }
  }
  return () => {
    loaded ??= load()
    return loaded
  }
}

/** What a host downloads to install the agent. Nothing here is secret: the code comes from whoever runs the command. */
export const installRoutes =
  (releases: Releases): Routes =>
  async (app) => {
    for (const name of ['install.sh', 'install.ps1']) {
      const read = script(name)
      app.get(
        `/${name}`,
        { config: { access: 'public' }, schema: { summary: `Installs the agent: ${name}`, response: Text } },
        async (request, reply) => {
          const { bytes, etag } = await read()
          reply.headers({ 'cache-control': 'public, max-age=300', etag })
          if (request.headers['if-none-match'] === etag) return reply.code(304 as 200).send()
          return reply.type('text/plain; charset=utf-8').send(bytes as never)
        },
      )
    }

    for (const { path, params } of filePlaces) {
      app.get(
        path,
        {
          config: { access: 'public' },
          schema: { summary: 'A file of the release that hosts install', params, response: File },
        },
        async ({ params: { file, version } }, reply) => {
          const isOther = version !== undefined && version !== `v${releases.version}`
          const found = isOther ? undefined : await releases.find(file)
          if (!found) throw notFound('install.NO_FILE', { file: version ? `${version}/${file}` : file })
          // The next release has other files of these names.
          reply.header('cache-control', 'no-cache')
          if (found.kind === 'redirect') return reply.redirect(found.url, 302)
          return reply
            .headers({ 'content-length': found.size })
            .type('application/octet-stream')
            .send(found.stream as never)
        },
      )
    }

    app.get(
      '/api/install',
      {
        config: { access: 'admin' },
        schema: { summary: 'The programs that hosts can install from here', response: { 200: data(Available) } },
      },
      async () => ({ data: await releases.available() }),
    )
  }
