import { useCallback } from 'react'
import { useRegistry } from './registry-context.tsx'

/**
 * Installs what widgets find around them where no board does: whoever imports the code of a widget calls it first, because
 * that code may ask for its surroundings at once.
 */
export function useWidgetHost(): () => Promise<void> {
  const { plugins } = useRegistry()
  return useCallback(async () => {
    await Promise.all(plugins.map(({ widgetHost }) => widgetHost?.()))
  }, [plugins])
}
