import { useLanguage } from '@svc/dashboard-sdk'
import { useEffect, useState } from 'react'

type Cronstrue = typeof import('cronstrue/i18n')

let loading: Promise<Cronstrue> | undefined

/** A cron expression in the words of the current language; empty until loaded, and for an invalid one. */
export function useCronWords(expression: string): string {
  const language = useLanguage()
  const [words, setWords] = useState('')
  useEffect(() => {
    let isCurrent = true
    loading ??= import('cronstrue/i18n')
    void loading.then(({ default: cronstrue }) => {
      if (isCurrent) setWords(describe(cronstrue, expression, language))
    })
    return () => {
      isCurrent = false
    }
  }, [expression, language])
  return words
}

function describe(cronstrue: Pick<Cronstrue['default'], 'toString'>, expression: string, language: string): string {
  if (expression.trim().split(/\s+/).length !== 6) return ''
  const locale = language.startsWith('zh') ? 'zh_CN' : language.slice(0, 2)
  try {
    return cronstrue.toString(expression, { locale, use24HourTimeFormat: true })
  } catch {
    // The server says what is wrong with it.
    return ''
  }
}
