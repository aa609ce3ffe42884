import { type Language, useLanguage } from '@svc/dashboard-sdk'

/** Why a check failed. Records of older versions have English text only. */
export const reasonIn = (language: Language, en: string | null, zh: string | null): string | null =>
  language === 'zh' ? (zh ?? en) : en

/** Why the last check of a monitor failed, in the user's language; null if it did not. */
export function useReason(monitor: { readonly last_error: string | null; readonly last_error_zh: string | null }) {
  return reasonIn(useLanguage(), monitor.last_error, monitor.last_error_zh)
}
