import { loadOnce, type RegisteredWidget } from '@svc/dashboard-sdk'
import { isWidgetModule, type WidgetModule } from '@svc/widget-sdk'
import { moduleOf } from '../board/placement.ts'
import { hungWidgets } from './hang-detection.ts'

type Load = RegisteredWidget['load']

const modules = new WeakMap<Load, () => Promise<WidgetModule>>()

/** The code of a widget type, imported once. Rejects if it is not a widget. */
export function moduleOfType({ load, type }: Pick<RegisteredWidget, 'load' | 'type'>): Promise<WidgetModule> {
  const known = modules.get(load)
  if (known) return known()
  const module = loadOnce(async () => {
    const work = load()
    // Code that runs on import may freeze the page too.
    if (moduleOf(type) !== undefined) hungWidgets.loading(type, work)
    const found = await work
    if (!isWidgetModule(found.default)) throw new TypeError('the default export was not made by defineWidget')
    return found.default
  })
  modules.set(load, module)
  return module()
}
