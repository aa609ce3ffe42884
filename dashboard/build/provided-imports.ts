import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

type Modules = Record<string, Record<string, unknown>>

const provider = join(import.meta.dirname, '../../sdk/dashboard/src/provided.ts')

/** `@svc/widget-sdk/z` -> `/runtime/widget-sdk-z.js` */
const urlOf = (specifier: string) => `/runtime/${specifier.replace('@svc/', '').replaceAll('/', '-')}.js`

/**
 * A module that re-exports one from the application's bundle, so that all code of a page shares one React and one SDK.
 * The dashboard publishes its modules under `svc.runtime` before it loads code of others.
 */
function shimOf(specifier: string, module: Readonly<Record<string, unknown>>): string {
  // a CommonJS module has its names on the default export
  const names = Object.keys((module.default as object | undefined) ?? module).filter((name) => name !== 'default')
  const key = JSON.stringify(specifier)
  return [
    `const module = globalThis[Symbol.for('svc.runtime')]?.[${key}]`,
    `if (!module) throw new Error(${key} + ' is only available inside the dashboard')`,
    `export const { ${names.join(', ')} } = module`,
    ...('default' in module ? ['export default module.default'] : []),
    '',
  ].join('\n')
}

/** Provides widget modules and the dashboards of third-party plugins with their imports: an import map in the page, and the files it refers to. */
export function providedImports(): Plugin {
  const files = new Map<string, string>()
  const imports: Record<string, string> = {}
  return {
    name: 'provided-imports',
    async configResolved({ root, resolve: { conditions } }) {
      const { module } = await runnerImport<{ provided: Modules }>(provider, {
        root,
        configFile: false,
        logLevel: 'error',
        environments: { inline: { resolve: { noExternal: [/^@svc\//], conditions } } },
      })
      for (const [specifier, exported] of Object.entries(module.provided)) {
        imports[specifier] = urlOf(specifier)
        files.set(urlOf(specifier), shimOf(specifier, exported))
      }
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { type: 'importmap' }, children: JSON.stringify({ imports }), injectTo: 'head' },
    ],
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const source = files.get(request.url?.split('?', 1)[0] ?? '')
        if (source === undefined) return next()
        response.setHeader('content-type', 'text/javascript; charset=utf-8').end(source)
      })
    },
    generateBundle() {
      for (const [url, source] of files) this.emitFile({ type: 'asset', fileName: url.slice(1), source })
    },
  }
}
