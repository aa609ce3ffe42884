import type { UnavailableReason, WidgetSource, WidgetType } from '@svc/dashboard-sdk'
import { SDK_VERSION, type WidgetModule } from '@svc/widget-sdk'
import { type InstalledModule, isModuleCompatible, versionKey } from '../module.ts'
import { widgetsPage } from '../pages.ts'

interface Dependencies {
  readonly list: () => Promise<readonly InstalledModule[]>
  readonly load: (module: InstalledModule) => Promise<{ default: WidgetModule }>
  /** calls back after every change and after a reconnect */
  readonly listen: (onChange: () => void) => void
  /** whether a request should be retried */
  readonly isRetryable: (error: unknown) => boolean
  readonly after: (run: () => void, milliseconds: number) => void
}

const prefix = 'module:'

/** `opened` resolves after the first list was loaded. */
export interface ModuleSource extends WidgetSource {
  readonly opened: () => Promise<void>
}

const minRetryDelay = 2000
const maxRetryDelay = 60_000

/**
 * Installed modules as widget types. Changes on the server apply to open boards. Modules for another SDK are excluded, with
 * the reason in `unavailableReason`. Code is loaded when a widget is first shown.
 */
export function makeModuleSource({ list, load, listen, isRetryable, after }: Dependencies): ModuleSource {
  let types: readonly WidgetType[] = []
  let byVersion = new Map<string, WidgetType>()
  /** enabled modules for another SDK, by id */
  let incompatible = new Map<string, InstalledModule>()
  let reading: Promise<void> | undefined
  let isStale = false
  let isListening = false
  let isWaiting = false
  let retryDelay = minRetryDelay
  const listeners = new Set<() => void>()

  const typeOf = (module: InstalledModule): WidgetType => {
    const { id, manifest } = module
    const { name, description, category, sizing } = manifest
    const text = description === undefined ? {} : { description }
    return { type: `${prefix}${id}`, name, ...text, category, sizing, load: () => load(module) }
  }

  function apply(modules: readonly InstalledModule[]) {
    const usable = modules.filter((module) => module.enabled && isModuleCompatible(module))
    const others = modules.filter((module) => module.enabled && !isModuleCompatible(module))
    // Keep the object of an unchanged version, so that its widgets are not remounted.
    const next = new Map(
      usable.map((module) => [versionKey(module), byVersion.get(versionKey(module)) ?? typeOf(module)]),
    )
    const isSame =
      next.size === byVersion.size &&
      [...next.keys()].every((key) => byVersion.has(key)) &&
      others.length === incompatible.size &&
      others.every((module) => incompatible.get(module.id)?.manifest.sdkVersion === module.manifest.sdkVersion)
    byVersion = next
    incompatible = new Map(others.map((module) => [module.id, module]))
    if (isSame) return
    types = [...next.values()]
    for (const notify of listeners) notify()
  }

  function scheduleRetry() {
    isWaiting = true
    after(() => {
      isWaiting = false
      read()
    }, retryDelay)
    retryDelay = Math.min(retryDelay * 2, maxRetryDelay)
  }

  async function readAll() {
    do {
      isStale = false
      try {
        apply(await list())
        retryDelay = minRetryDelay
      } catch (error) {
        // The last list stays in use.
        if (!isWaiting && isRetryable(error)) scheduleRetry()
      }
    } while (isStale)
    reading = undefined
  }

  /** One request at a time; a change during a request triggers another one. */
  function read(): void {
    if (reading) isStale = true
    else reading = readAll()
  }

  return {
    get: () => types,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    unavailableReason(type): UnavailableReason | undefined {
      if (!type.startsWith(prefix)) return undefined
      const module = incompatible.get(type.slice(prefix.length))
      if (!module) return { text: 'state.gone', page: widgetsPage }
      const { name, sdkVersion } = module.manifest
      return { name, text: 'state.needs', values: { range: sdkVersion, version: SDK_VERSION }, page: widgetsPage }
    },
    async opened() {
      if (!isListening) listen(read)
      isListening = true
      read()
      await reading
    },
  }
}
