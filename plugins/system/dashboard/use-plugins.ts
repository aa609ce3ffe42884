import { useAllTexts, useApi } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { useCallback } from 'react'

export const pluginsPath = '/api/plugins'

/** Every plugin that the server knows. */
export const usePlugins = () => useApi<PluginView[]>(pluginsPath, { staleTime: 5000, refetchInterval: 30_000 })

/**
 * Names and describes a plugin. What comes with the program may say it in the reader's language, under `plugin` in its
 * own texts; others say it in their manifest.
 */
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
