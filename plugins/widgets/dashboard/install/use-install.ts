import { useInvalidate } from '@svc/dashboard-sdk'
import { useState } from 'react'
import { modulesPath } from '../module.ts'
import { type Installed, type Origin, send } from './send.ts'

type Progress =
  | { readonly step: 'idle'; readonly error?: unknown }
  | { readonly step: 'sending'; readonly share: number }
  | { readonly step: 'done'; readonly installed: readonly Installed[] }

/** State of one installation. */
export function useInstall() {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' })
  const invalidate = useInvalidate()
  const install = async (origin: Origin) => {
    setProgress({ step: 'sending', share: 0 })
    try {
      const installed = await send(origin, (share) => setProgress({ step: 'sending', share }))
      await invalidate(modulesPath)
      setProgress({ step: 'done', installed })
    } catch (error) {
      setProgress({ step: 'idle', error })
    }
  }
  return { progress, install, reset: () => setProgress({ step: 'idle' }) }
}
