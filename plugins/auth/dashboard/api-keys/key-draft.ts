/** Form state of a new key. */
export interface KeyDraft {
  readonly name: string
  readonly expiry: Expiry
  /** as typed; used only when `expiry` is `custom` */
  readonly days: string
}

export const expiries = ['never', '30', '90', '365', 'custom'] as const
export type Expiry = (typeof expiries)[number]

export const maxNameLength = 64
export const maxDays = 3650

export const emptyKeyDraft: KeyDraft = { name: '', expiry: '90', days: '' }

/** Days until the key expires: null for never, undefined when invalid. */
export function daysOf({ expiry, days }: Pick<KeyDraft, 'expiry' | 'days'>): number | null | undefined {
  if (expiry === 'never') return null
  if (expiry !== 'custom') return Number(expiry)
  const number = /^\d{1,4}$/.test(days.trim()) ? Number(days) : 0
  return number >= 1 && number <= maxDays ? number : undefined
}

/** Text keys of validation errors by field. */
export function keyDraftErrors(draft: KeyDraft): { name?: string; days?: string } {
  return {
    ...(draft.name.trim() === '' ? { name: 'apiKeys.nameMissing' } : {}),
    ...(daysOf(draft) === undefined ? { days: 'apiKeys.daysWrong' } : {}),
  }
}
