import { ImportError, importModule, toError } from '@svc/dashboard-sdk'
import { isWidgetModule, type WidgetModule } from '@svc/widget-sdk'
import { type InstalledModule, modulePath, versionKey } from '../module.ts'
import { type LoadFault, setLoadState } from './load-state.ts'

interface Imported {
  readonly default: WidgetModule
}

/** A module must be downloaded and evaluated within this time. */
const timeoutMs = 20_000

const faultOf = (error: unknown): LoadFault => (error instanceof ImportError ? error.fault : 'brand')

const loading = new Map<string, Promise<Imported>>()

async function load(module: InstalledModule): Promise<Imported> {
  const key = versionKey(module)
  const file = module.entry_path.split('/').at(-1) ?? ''
  setLoadState(module, { state: 'loading' })
  try {
    const folder = `${modulePath(module.id)}/@${module.package_sha256}`
    const { default: widget } = await importModule(folder, file, timeoutMs)
    if (!isWidgetModule(widget)) throw new Error('the default export was not made by defineWidget')
    setLoadState(module, { state: 'ready' })
    return { default: widget }
  } catch (thrown) {
    const { message } = toError(thrown)
    loading.delete(key)
    setLoadState(module, { state: 'failed', fault: faultOf(thrown), detail: message })
    throw new Error(`${module.manifest.name} ${module.version} (${module.id}): ${message}`, { cause: thrown })
  }
}

/** Imports the code of a module once per version; retries after an error. */
export function loadModule(module: InstalledModule): Promise<Imported> {
  const key = versionKey(module)
  const promise = loading.get(key) ?? load(module)
  loading.set(key, promise)
  return promise
}
