import { useLanguage } from '@svc/dashboard-sdk'
import { useEffect, useState } from 'react'

/** A cron expression in words; empty for an invalid one. */
type Describe = (expression: string) => string

/** Locales of cronstrue besides English, which it has built in. Importing one registers it. */
const locales: Readonly<Record<string, { readonly name: string; readonly load: () => Promise<unknown> }>> = {
  zh: { name: 'zh_CN', load: () => import('cronstrue/locales/zh_CN.js') },
}

/** Loads the words of one language. */
export async function loadCronWords(language: string): Promise<Describe> {
  const locale = locales[language.slice(0, 2)]
  const { default: cronstrue } = await import('cronstrue')
  await locale?.load()
  return (expression) => {
    if (expression.trim().split(/\s+/).length !== 6) return ''
    try {
      return cronstrue.toString(expression, { locale: locale?.name ?? 'en', use24HourTimeFormat: true })
    } catch {
      // The server says what is wrong with it.
      return ''
    }
  }
}

/** A cron expression in the words of the current language; empty until loaded, and for an invalid one. */
export function useCronWords(expression: string): string {
  const language = useLanguage()
  const [words, setWords] = useState('')
  useEffect(() => {
    let isCurrent = true
    void loadCronWords(language).then((describe) => {
      if (isCurrent) setWords(describe(expression))
    })
    return () => {
      isCurrent = false
    }
  }, [expression, language])
  return words
}
