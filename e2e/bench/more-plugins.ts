import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesOf } from '../../scripts/new/create-package.mjs'
import { namesOf } from '../../scripts/new/names.mjs'
import { bundleServer } from '../../scripts/setup/bundle.mjs'
import { root } from './process.ts'

/** The scaffold has two routes, so five copies. */
function withTenRoutes(source: string): string {
  const start = source.indexOf('    app.get(')
  const end = source.lastIndexOf('  }')
  const routes = source.slice(start, end)
  const copies = [1, 2, 3, 4, 5].map((n) => routes.replaceAll('/notes', `/notes-${n}`))
  return source.slice(0, start) + copies.join('\n') + source.slice(end)
}

/** Scaffolds a plugin like `npm run new`, with ten routes. */
function writePlugin(parent: string, id: string) {
  const folder = join(parent, id)
  const files = filesOf(root, 'plugin', namesOf(id))
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), path === 'src/routes.ts' ? withTenRoutes(text) : text)
  }
  const manifest = JSON.parse(files.find(({ path }) => path === 'package.json')?.text ?? '')
  return { folder, manifest }
}

/** Builds the server with additional scaffolded plugins. Returns the program, and a function that removes them. */
export async function serverWithMorePlugins(count: number) {
  // inside the repository, so that imports resolve
  const place = join(root, 'node_modules/.cache/svc/more-plugins')
  rmSync(place, { recursive: true, force: true })
  const more = Array.from({ length: count }, (_, n) => writePlugin(join(place, 'plugins'), `scaffold${n + 1}`))
  await bundleServer({ outdir: join(place, 'dist/bundle'), more })
  cpSync(join(root, 'kernel/bin'), join(place, 'bin'), { recursive: true })
  cpSync(join(root, 'kernel/package.json'), join(place, 'package.json'))
  return {
    program: join(place, 'bin/svc-server.js'),
    remove: () => rmSync(place, { recursive: true, force: true }),
  }
}
