import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { loadOnce } from './load-once.ts'

/** Code that is loaded on demand. */
export interface Code {
  /** imports it, as written: the build reads which file that is */
  readonly load: () => Promise<unknown>
  /** loads it before it is shown, which it then is at once */
  readonly preload: () => Promise<unknown>
}

/**
 * A component whose code is imported when it is first shown. Until then it suspends, or shows `fallback`: null for dialogs,
 * or the page that opens them would be hidden meanwhile and the button lose the focus. Where it could not be imported,
 * the button of the boundary around it tries again, which React's `lazy` never does.
 *
 * @example
 * const ImportDialog = onDemand(() => import('./import-dialog.js'), null)
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
): ((props: Props) => ReactNode) & { readonly code: Code } {
  const preload = loadOnce(load)
  function OnDemand(props: Props) {
    const { default: Shown } = use(preload())
    return <Shown {...props} />
  }
  const Shown = (props: Props) => (
    <Suspense fallback={fallback}>
      <OnDemand {...props} />
    </Suspense>
  )
  return Object.assign(fallback === undefined ? OnDemand : Shown, { code: { load, preload } })
}
