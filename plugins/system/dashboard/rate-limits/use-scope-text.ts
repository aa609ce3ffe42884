import { useAllTexts } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { usePlugins } from '../use-plugins.ts'
import { words } from '../words.ts'

/** What a scope limits: the plugin that counts says so under `rateLimit.<scope>` in its own texts. */
export function useScopeText(): (scope: string) => string {
  const t = useAllTexts()
  const { data } = usePlugins()
  return useCallback(
    (scope) => {
      const others = (data ?? []).map(({ id }) => id).filter((id) => id !== 'system')
      return t(
        [...others, 'system'].map((id) => `${id}:rateLimit.${scope}`),
        { defaultValue: words(scope) },
      )
    },
    [t, data],
  )
}
