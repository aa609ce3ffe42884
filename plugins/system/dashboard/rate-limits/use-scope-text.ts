import { useAllTexts } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { humanize } from '../humanize.ts'
import { usePlugins } from '../use-plugins.ts'

/** Text of a scope, from `rateLimit.<scope>` of the plugin that contributes it. */
export function useScopeText(): (scope: string) => string {
  const t = useAllTexts()
  const { data } = usePlugins()
  return useCallback(
    (scope) => {
      const others = (data ?? []).map(({ id }) => id).filter((id) => id !== 'system')
      return t(
        [...others, 'system'].map((id) => `${id}:rateLimit.${scope}`),
        { defaultValue: humanize(scope) },
      )
    },
    [t, data],
  )
}
