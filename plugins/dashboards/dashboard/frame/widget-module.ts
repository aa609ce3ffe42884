import type { KnownWidget } from '@svc/dashboard-sdk'
import { isWidgetModule, type WidgetModule } from '@svc/widget-sdk'

type Load = KnownWidget['load']

const loaded = new WeakMap<Load, Promise<WidgetModule>>()

/** The code of a kind of widget, imported once. Rejects when it is no widget. */
export function moduleOfType({ load }: Pick<KnownWidget, 'load'>): Promise<WidgetModule> {
  const known = loaded.get(load)
  if (known) return known
  const module = load().then((found) => {
    if (!isWidgetModule(found.default)) throw new TypeError('the default export was not made by defineWidget')
    return found.default
  })
  loaded.set(load, module)
  return module
}

/** Forgets code that could not be loaded, so that it is tried again. */
export const forgetModule = ({ load }: Pick<KnownWidget, 'load'>) => void loaded.delete(load)
