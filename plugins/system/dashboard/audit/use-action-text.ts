import { useAllTexts } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { usePlugins } from '../use-plugins.ts'

/**
 * What an action is called: the plugin that writes it says so under `audit.<code>` in its own texts, with `_` for `.`.
 * Undefined when none does.
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
