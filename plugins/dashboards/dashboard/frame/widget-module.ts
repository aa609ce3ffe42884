import { type KnownWidget, loadOnce } from '@svc/dashboard-sdk'
import { isWidgetModule, type WidgetModule } from '@svc/widget-sdk'

type Load = KnownWidget['load']

const modules = new WeakMap<Load, () => Promise<WidgetModule>>()

/** The code of a kind of widget, imported once. Rejects when it is no widget. */
export function moduleOfType({ load }: Pick<KnownWidget, 'load'>): Promise<WidgetModule> {
  const known = modules.get(load)
  if (known) return known()
  const module = loadOnce(async () => {
    const found = await load()
    if (!isWidgetModule(found.default)) throw new TypeError('the default export was not made by defineWidget')
    return found.default
  })
  modules.set(load, module)
  return module()
}
