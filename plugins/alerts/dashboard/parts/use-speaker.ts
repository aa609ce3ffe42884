import { useFormat, useLanguage, useT } from '@svc/dashboard-sdk'
import { useMemo } from 'react'
import type { Speaker } from '../rules/sentence.ts'

export function useSpeaker(): Speaker {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  return useMemo(() => ({ t, format, language }), [t, format, language])
}
