import type { Me, Page } from '@svc/dashboard-sdk'

/** Where the rules themselves lead. */
export const signInPath = '/login'
const onboardingPath = '/onboarding'

/** Where to go instead; `next` is the address to come back to. */
export interface Detour {
  readonly to: string
  readonly next?: string
}

const withNext = (to: string, wanted: string): Detour => (wanted === '/' ? { to } : { to, next: wanted })

/**
 * Whether `me` may see `page` now, or the detour to take. `wanted` is the address being opened; `next` the address that
 * an earlier detour kept, already checked to be one of ours.
 */
export function detour(
  me: Me | undefined,
  page: Pick<Page, 'path' | 'access'>,
  wanted: string,
  next?: string,
): Detour | undefined {
  if (me?.mustChangePassword) {
    if (page.path === onboardingPath) return undefined
    return page.path === signInPath
      ? { to: onboardingPath, ...(next ? { next } : {}) }
      : withNext(onboardingPath, wanted)
  }
  if (page.path === onboardingPath) return me ? { to: next ?? '/' } : { to: signInPath }
  if (page.path === signInPath) return me ? { to: next ?? '/' } : undefined
  if (page.access === 'public') return undefined
  if (!me) return withNext(signInPath, wanted)
  return page.access === 'admin' && !me.isAdmin ? { to: '/' } : undefined
}
