import { useAllTexts } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { usePlugins } from '../use-plugins.ts'

/**
 * Text of an action, from `audit.<code>` of any plugin, with `_` instead of `.` and `:`. Undefined if there is none.
 */
export function useActionText(): (code: string) => string | undefined {
  const t = useAllTexts()
  const { data } = usePlugins()
  return useCallback(
    (code) => {
      const key = `audit.${code.replaceAll('.', '_').replaceAll(':', '_')}`
      const keys = (data ?? [{ id: 'system' }]).map(({ id }) => `${id}:${key}`)
      const found = t(keys, { defaultValue: code })
      return found === code ? undefined : found
    },
    [t, data],
  )
}
