import { useAllTexts, useApi } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { useCallback } from 'react'

export const pluginsPath = '/api/plugins'

/** All plugins. */
export const usePlugins = () => useApi<PluginView[]>(pluginsPath, { staleTime: 5000, refetchInterval: 30_000 })

/** Title and description of a plugin: translated for bundled plugins (texts under `plugin`), otherwise from the manifest. */
export function usePluginText() {
  const t = useAllTexts()
  return useCallback(
    ({ id, bundled, title, description }: Pick<PluginView, 'id' | 'bundled' | 'title' | 'description'>) =>
      bundled
        ? {
            title: t(`${id}:plugin.title`, { defaultValue: title }),
            description: t(`${id}:plugin.description`, { defaultValue: description }),
          }
        : { title, description },
    [t],
  )
}
