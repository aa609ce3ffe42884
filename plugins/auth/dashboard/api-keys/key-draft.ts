/** What is asked for a new key. */
export interface KeyDraft {
  readonly name: string
  readonly expiry: Expiry
  /** as typed; counts only when `expiry` is `custom` */
  readonly days: string
}

export const expiries = ['never', '30', '90', '365', 'custom'] as const
export type Expiry = (typeof expiries)[number]

export const longestName = 64
export const mostDays = 3650

export const emptyKeyDraft: KeyDraft = { name: '', expiry: '90', days: '' }

/** In how many days the key expires: null for never, undefined while that is not a sensible number. */
export function daysOf({ expiry, days }: Pick<KeyDraft, 'expiry' | 'days'>): number | null | undefined {
  if (expiry === 'never') return null
  if (expiry !== 'custom') return Number(expiry)
  const number = /^\d{1,4}$/.test(days.trim()) ? Number(days) : 0
  return number >= 1 && number <= mostDays ? number : undefined
}

/** Keys of the texts that say what is wrong; empty when the draft may be sent. */
export function problemsOf(draft: KeyDraft): { name?: string; days?: string } {
  return {
    ...(draft.name.trim() === '' ? { name: 'apiKeys.nameMissing' } : {}),
    ...(daysOf(draft) === undefined ? { days: 'apiKeys.daysWrong' } : {}),
  }
}
