import { useT } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { usePlugins, usePluginText } from '../use-plugins.ts'
import { explainReason } from './explain-reason.ts'

/** Translates the reason why a plugin is not running. */
export function useReasonText(): (reason: string) => string {
  const t = useT()
  const text = usePluginText()
  const { data } = usePlugins()
  return useCallback(
    (reason) => {
      const { key, values } = explainReason(reason)
      // service names start with the id of the plugin that provides them
      const owner = data?.find(({ id }) => values.service?.startsWith(`${id}.`))
      if (key === 'needs' && owner && owner.state !== 'running') {
        return t('plugins.why.needsOf', {
          ...values,
          owner: text(owner).title,
          state: t(`plugins.state.${owner.state}`).toLowerCase(),
        })
      }
      return t(`plugins.why.${key}`, values)
    },
    [t, text, data],
  )
}
