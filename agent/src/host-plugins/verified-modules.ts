import { registerHooks } from 'node:module'
import { relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Namespace = Readonly<Record<string, unknown>>

/** Where the generated modules find the packages of the agent. */
const shared = Symbol.for('svc.agent.packages')

/** Exports what the agent has loaded itself, so that both use the same schemas. */
function sourceOf(name: string, namespace: Namespace): string {
  const names = Object.keys(namespace).filter((key) => key !== 'default' && /^[A-Za-z_$][\w$]*$/.test(key))
  return [
    `const all = globalThis[Symbol.for('svc.agent.packages')][${JSON.stringify(name)}]`,
    // Some are named like globals.
    ...names.map((key, index) => `const $${index} = all.${key}; export { $${index} as ${key} }`),
    ...('default' in namespace ? ['export default all.default'] : []),
  ].join('\n')
}

export interface VerifiedModules {
  readonly folder: string
  readonly files: ReadonlyMap<string, Uint8Array>
  /** packages that the agent provides */
  readonly packages: Readonly<Record<string, Namespace>>
}

/**
 * From now on, modules of this folder are those that were verified, whatever is on the disk by now, and no others but built-in
 * ones are loaded from elsewhere. A guard against accidents and races, not a sandbox.
 */
export function loadOnlyVerified({ folder, files, packages }: VerifiedModules): void {
  Object.defineProperty(globalThis, shared, { value: packages })
  const base = `${pathToFileURL(folder).href}/`
  const provided = (specifier: string) => Object.hasOwn(packages, specifier)
  registerHooks({
    resolve(specifier, context, next) {
      if (context.parentURL?.startsWith(base) && provided(specifier))
        return { url: `svc-agent:${specifier}`, format: 'module', shortCircuit: true }
      return next(specifier, context)
    },
    load(url, context, next) {
      if (url.startsWith('node:')) return next(url, context)
      if (url.startsWith('svc-agent:')) {
        const name = url.slice('svc-agent:'.length)
        return { format: 'module', source: sourceOf(name, packages[name] ?? {}), shortCircuit: true }
      }
      const [file = ''] = url.split(/[?#]/)
      const path = file.startsWith(base) ? relative(folder, fileURLToPath(file)).split(sep).join('/') : undefined
      const source = path === undefined ? undefined : files.get(path)
      if (!source) throw new Error(`${url} is not a file of the plugin's package`)
      if (context.format == null) throw new Error(`${path} is not a module that can be loaded`)
      return { format: context.format, source, shortCircuit: true }
    },
  })
}
