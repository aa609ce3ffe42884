import { useCallback } from 'react'
import { useRegistry } from './registry-context.tsx'

/** Returns a function that installs the widget runtime. Call it before importing the code of a widget outside a dashboard. */
export function useWidgetHost(): () => Promise<void> {
  const { plugins } = useRegistry()
  return useCallback(async () => {
    await Promise.all(plugins.map(({ widgetHost }) => widgetHost?.()))
  }, [plugins])
}
