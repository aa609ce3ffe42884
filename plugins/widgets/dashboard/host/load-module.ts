import { toError } from '@svc/dashboard-sdk'
import { isWidgetModule, type WidgetModule } from '@svc/widget-sdk'
import { type InstalledModule, modulePath, versionKey } from '../module.ts'
import { type LoadFault, setLoadState } from './load-state.ts'

interface Imported {
  readonly default: WidgetModule
}

/** A module must be downloaded and evaluated within this time. */
const timeoutMs = 20_000

const runtime = Symbol.for('svc.runtime')

/** Exposes the provided imports to the files of the import map. */
async function exposeProvided(): Promise<void> {
  const { provided } = await import('./provided.ts')
  ;(globalThis as { [runtime]?: typeof provided })[runtime] ??= provided
}

class LoadError extends Error {
  readonly fault: LoadFault

  constructor(fault: LoadFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** An import error does not say whether the request failed, so the request is repeated to find out. */
async function toLoadError(address: string, thrown: unknown): Promise<LoadError> {
  if (thrown instanceof LoadError) return thrown
  const response = await fetch(address, { credentials: 'same-origin' }).catch(() => undefined)
  if (!response) return new LoadError('network', 'no response from the server')
  if (!response.ok) return new LoadError('network', `status ${response.status}`)
  const { name, message } = toError(thrown)
  return new LoadError('threw', thrown instanceof Error ? `${name}: ${message}` : message)
}

async function importWithTimeout(address: string): Promise<{ default?: unknown }> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadError('stalled', `not loaded after ${timeoutMs / 1000} s`)), timeoutMs)
  })
  try {
    return await Promise.race([import(/* @vite-ignore */ address) as Promise<{ default?: unknown }>, timeout])
  } finally {
    clearTimeout(timer)
  }
}

const attempts = new Map<string, number>()
const loading = new Map<string, Promise<Imported>>()

async function load(module: InstalledModule): Promise<Imported> {
  const key = versionKey(module)
  const attempt = attempts.get(key) ?? 0
  attempts.set(key, attempt + 1)
  const file = module.entry_path.split('/').at(-1) ?? ''
  // Browsers cache failed imports, so a retry needs another URL, including for relative imports.
  const version = `@${module.package_sha256}${attempt > 0 ? `~${attempt}` : ''}`
  const address = `${modulePath(module.id)}/${version}/${encodeURIComponent(file)}`
  setLoadState(module, { state: 'loading' })
  try {
    await exposeProvided()
    const { default: widget } = await importWithTimeout(address)
    if (!isWidgetModule(widget)) throw new LoadError('brand', 'the default export was not made by defineWidget')
    setLoadState(module, { state: 'ready' })
    return { default: widget }
  } catch (thrown) {
    const { fault, message } = await toLoadError(address, thrown)
    loading.delete(key)
    setLoadState(module, { state: 'failed', fault, detail: message })
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
