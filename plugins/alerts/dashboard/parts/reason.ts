import { ApiError, type Language, useLanguage } from '@svc/dashboard-sdk'
import { useCallback } from 'react'

/** A sentence of the server in the language of the reader, and in English when nothing else is known. */
export function useReason(): (en: string | null, zh: string | null) => string | null {
  const language = useLanguage()
  return (en, zh) => (language === 'zh' ? (zh ?? en) : en)
}

/** A failure that brings its sentence in Chinese, in the language of the reader. */
export function failureIn(language: Language, failure: ApiError): ApiError {
  const { status, code, details, retryAfter } = failure
  const said = (details as { error_zh?: unknown } | null | undefined)?.error_zh
  if (language !== 'zh' || typeof said !== 'string') return failure
  return new ApiError(status, code, said, { details, ...(retryAfter !== undefined && { retryAfter }) })
}

export function useToldFailure(): (failure: ApiError) => ApiError {
  const language = useLanguage()
  return useCallback((failure) => failureIn(language, failure), [language])
}
