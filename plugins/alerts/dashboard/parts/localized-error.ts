import { ApiError, type Language, useLanguage } from '@svc/dashboard-sdk'
import { useCallback } from 'react'

/** Picks the Chinese text of an error if available, else the English one. */
export function useLocalizedError(): (en: string | null, zh: string | null) => string | null {
  const language = useLanguage()
  return (en, zh) => (language === 'zh' ? (zh ?? en) : en)
}

/** Uses the Chinese message from the details of an error, if the language is Chinese. */
export function localizeFailure(language: Language, error: ApiError): ApiError {
  const { status, code, details, retryAfter } = error
  const message = (details as { error_zh?: unknown } | null | undefined)?.error_zh
  if (language !== 'zh' || typeof message !== 'string') return error
  return new ApiError(status, code, message, { details, ...(retryAfter !== undefined && { retryAfter }) })
}

export function useLocalizedFailure(): (error: ApiError) => ApiError {
  const language = useLanguage()
  return useCallback((error) => localizeFailure(language, error), [language])
}
