import { type ComponentType, type ReactNode, use } from 'react'
import { loadOnce } from './load-once.ts'

/**
 * A component whose code is imported when it is first shown. Suspends until then. Where it could not be imported, the
 * button of the boundary around it tries again, which React's `lazy` never does.
 *
 * @example
 * const ImportDialog = onDemand(() => import('./import-dialog.js'))
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const module = loadOnce(load)
  return function OnDemand(props: Props) {
    const { default: Shown } = use(module())
    return <Shown {...props} />
  }
}
