import type { WidgetObstacle, WidgetSource, WidgetType } from '@svc/dashboard-sdk'
import { SDK_VERSION, type WidgetModule } from '@svc/widget-sdk'
import { fits, type InstalledModule, versionKey } from '../module.ts'
import { widgetsPage } from '../pages.ts'

interface Dependencies {
  readonly list: () => Promise<readonly InstalledModule[]>
  readonly load: (module: InstalledModule) => Promise<{ default: WidgetModule }>
  /** calls back after every change, and when changes may have been missed */
  readonly listen: (changed: () => void) => void
  /** whether it is worth to ask again */
  readonly mayPass: (failure: unknown) => boolean
  readonly after: (run: () => void, milliseconds: number) => void
}

const prefix = 'module:'

/** A source that knows its first list once `opened` has answered. */
export interface ModuleSource extends WidgetSource {
  readonly opened: () => Promise<void>
}

const firstPause = 2000
const longestPause = 60_000

/**
 * The installed modules as kinds of widgets. It follows the server's list: a module that is installed, replaced, switched
 * or removed is so on open boards too. Those that need another SDK are left out, and why is told. Code is loaded when it is first shown.
 */
export function makeModuleSource({ list, load, listen, mayPass, after }: Dependencies): ModuleSource {
  let types: readonly WidgetType[] = []
  let known = new Map<string, WidgetType>()
  /** enabled, but made for another SDK; by id */
  let unfit = new Map<string, InstalledModule>()
  let reading: Promise<void> | undefined
  let isOld = false
  let isListening = false
  let isWaiting = false
  let pause = firstPause
  const listeners = new Set<() => void>()

  const typeOf = (module: InstalledModule): WidgetType => {
    const { id, manifest } = module
    const { name, description, category, sizing } = manifest
    const text = description === undefined ? {} : { description }
    return { type: `${prefix}${id}`, name, ...text, category, sizing, load: () => load(module) }
  }

  function take(modules: readonly InstalledModule[]) {
    const usable = modules.filter((module) => module.enabled && fits(module))
    const others = modules.filter((module) => module.enabled && !fits(module))
    // the same version stays the same object, so that nothing on a board is built anew
    const next = new Map(usable.map((module) => [versionKey(module), known.get(versionKey(module)) ?? typeOf(module)]))
    const isSame =
      next.size === known.size &&
      [...next.keys()].every((key) => known.has(key)) &&
      others.length === unfit.size &&
      others.every((module) => unfit.get(module.id)?.manifest.sdkVersion === module.manifest.sdkVersion)
    known = next
    unfit = new Map(others.map((module) => [module.id, module]))
    if (isSame) return
    types = [...next.values()]
    for (const notify of listeners) notify()
  }

  function askLater() {
    isWaiting = true
    after(() => {
      isWaiting = false
      read()
    }, pause)
    pause = Math.min(pause * 2, longestPause)
  }

  async function readAll() {
    do {
      isOld = false
      try {
        take(await list())
        pause = firstPause
      } catch (failure) {
        // what was known stays in use meanwhile
        if (!isWaiting && mayPass(failure)) askLater()
      }
    } while (isOld)
    reading = undefined
  }

  /** One reading at a time; a change during one is read after it. */
  function read(): void {
    if (reading) isOld = true
    else reading = readAll()
  }

  return {
    get: () => types,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    obstacle(type): WidgetObstacle | undefined {
      if (!type.startsWith(prefix)) return undefined
      const module = unfit.get(type.slice(prefix.length))
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
