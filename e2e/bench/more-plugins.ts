import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesOf } from '../../scripts/new/create-feature.mjs'
import { namesOf } from '../../scripts/new/names.mjs'
import { bundleServer } from '../../scripts/setup/bundle.mjs'
import { root } from './process.ts'

/** The scaffold has five routes, so a second copy of them. */
function withTenRoutes(path: string, text: string): string {
  if (path.endsWith('/src/more-routes.ts')) return text.replace(/\/(notes|memory)(?=['/])/g, '/$1-2')
  if (!path.endsWith('/src/index.ts')) return text
  const registered = text.match(/^ +await app\.register\(.*\)$/gm)?.join('\n') ?? ''
  return text
    .replace(registered, `${registered}\n${registered.replaceAll('register(', 'register(more.')}`)
    .replace(/^import .* from '\.\/routes\.ts'$/m, "$&\nimport * as more from './more-routes.ts'")
}

/** Scaffolds a server plugin like `npm run new`, with ten routes. */
function writePlugin(parent: string, id: string) {
  const prefix = `plugins/${id}/`
  const rendered = filesOf(root, namesOf(id)).filter(({ path }) => path.startsWith(prefix))
  const files = rendered.flatMap((file) =>
    file.path.endsWith('/src/routes.ts')
      ? [file, { ...file, path: file.path.replace('/routes.ts', '/more-routes.ts') }]
      : [file],
  )
  const folder = join(parent, id)
  for (const { path, text } of files) {
    const target = join(folder, path.slice(prefix.length))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, withTenRoutes(path, text))
  }
  const manifest = JSON.parse(files.find(({ path }) => path === `${prefix}package.json`)?.text ?? '')
  return { folder, manifest }
}

/** Builds the server with additional scaffolded plugins. Returns the program, and a function that removes them. */
export async function serverWithMorePlugins(count: number) {
  // inside the repository, so that imports resolve
  const place = join(root, 'node_modules/.cache/svc/more-plugins')
  rmSync(place, { recursive: true, force: true })
  const more = Array.from({ length: count }, (_, n) => writePlugin(join(place, 'plugins'), `scaffold${n + 1}`))
  await bundleServer({ outdir: join(place, 'dist/bundle'), more })
  cpSync(join(root, 'server/bin'), join(place, 'bin'), { recursive: true })
  cpSync(join(root, 'server/package.json'), join(place, 'package.json'))
  return {
    program: join(place, 'bin/svc-server.js'),
    remove: () => rmSync(place, { recursive: true, force: true }),
  }
}
