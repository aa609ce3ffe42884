import type { Role } from '@svc/plugin-sdk'

/** What a notification is about. Everyone may be told of alerts, administrators of the rest. */
export const categories = ['alerts', 'security', 'task_failure', 'task_success', 'upgrades'] as const
export type Category = (typeof categories)[number]

const forMembers: readonly Category[] = ['alerts']
/** Successes are for those who ask for them. */
const byDefault: readonly Category[] = ['alerts', 'security', 'task_failure']

const isCategory = (text: string): text is Category => (categories as readonly string[]).includes(text)

export const isAllowed = (category: Category, role: Role): boolean => role === 'admin' || forMembers.includes(category)

/** The categories of an account that has not chosen. */
export const defaultCategories = (role: Role): Category[] => byDefault.filter((one) => isAllowed(one, role))

/** As stored: names separated by spaces. */
export const readCategories = (text: string): Category[] => text.split(' ').filter(isCategory)
export const writeCategories = (chosen: Iterable<Category>): string => {
  const set = new Set(chosen)
  return categories.filter((one) => set.has(one)).join(' ')
}
