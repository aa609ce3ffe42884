import { toError } from '@svc/dashboard-sdk'
import { isWidgetModule, type WidgetModule } from '@svc/widget-sdk'
import { type InstalledModule, modulePath, versionKey } from '../module.ts'
import { type LoadFault, noteLoadState } from './load-state.ts'

interface Imported {
  readonly default: WidgetModule
}

/** A module must be downloaded and evaluated within this time. */
const timeoutMs = 20_000

const runtime = Symbol.for('svc.runtime')

/** Puts what modules import of the dashboard where the files of the import map look for it. */
async function offerProvided(): Promise<void> {
  const { provided } = await import('./provided.ts')
  ;(globalThis as { [runtime]?: typeof provided })[runtime] ??= provided
}

class ModuleFault extends Error {
  readonly fault: LoadFault

  constructor(fault: LoadFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** A browser says the same of what was not delivered and of what is no module: the server is asked which it is. */
async function faultOf(address: string, thrown: unknown): Promise<ModuleFault> {
  if (thrown instanceof ModuleFault) return thrown
  const answer = await fetch(address, { credentials: 'same-origin' }).catch(() => undefined)
  if (!answer) return new ModuleFault('network', 'no response from the server')
  if (!answer.ok) return new ModuleFault('network', `status ${answer.status}`)
  const { name, message } = toError(thrown)
  return new ModuleFault('threw', thrown instanceof Error ? `${name}: ${message}` : message)
}

async function runWithin(address: string): Promise<{ default?: unknown }> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ModuleFault('stalled', `not loaded after ${timeoutMs / 1000} s`)), timeoutMs)
  })
  try {
    return await Promise.race([import(/* @vite-ignore */ address) as Promise<{ default?: unknown }>, late])
  } finally {
    clearTimeout(timer)
  }
}

const attempts = new Map<string, number>()
const running = new Map<string, Promise<Imported>>()

async function load(module: InstalledModule): Promise<Imported> {
  const key = versionKey(module)
  const attempt = attempts.get(key) ?? 0
  attempts.set(key, attempt + 1)
  const file = module.entry_path.split('/').at(-1) ?? ''
  // What it imports by relative paths is of the same version. A browser remembers what became of an address: a second try
  // needs another one, for all of them.
  const version = `@${module.package_sha256}${attempt > 0 ? `~${attempt}` : ''}`
  const address = `${modulePath(module.id)}/${version}/${encodeURIComponent(file)}`
  noteLoadState(module, { state: 'loading' })
  try {
    await offerProvided()
    const { default: widget } = await runWithin(address)
    if (!isWidgetModule(widget)) throw new ModuleFault('brand', 'the default export was not made by defineWidget')
    noteLoadState(module, { state: 'ready' })
    return { default: widget }
  } catch (thrown) {
    const { fault, message } = await faultOf(address, thrown)
    running.delete(key)
    noteLoadState(module, { state: 'failed', fault, detail: message })
    throw new Error(`${module.manifest.name} ${module.version} (${module.id}): ${message}`, { cause: thrown })
  }
}

/** Imports the code of a module, once for each version of it; again after a failure. */
export function loadModule(module: InstalledModule): Promise<Imported> {
  const key = versionKey(module)
  const work = running.get(key) ?? load(module)
  running.set(key, work)
  return work
}
