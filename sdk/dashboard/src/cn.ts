import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({ extend: { theme: { text: ['2xs'], shadow: ['panel', 'pop'] } } })

/** Joins class names; of conflicting ones the last wins. */
export const cn = (...values: ClassValue[]): string => merge(clsx(values))
