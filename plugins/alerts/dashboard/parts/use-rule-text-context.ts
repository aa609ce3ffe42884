import { useFormat, useLanguage, useT } from '@svc/dashboard-sdk'
import { useMemo } from 'react'
import type { RuleTextContext } from '../rules/rule-text.ts'

export function useRuleTextContext(): RuleTextContext {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  return useMemo(() => ({ t, format, language }), [t, format, language])
}
