import type { Me, Page } from '@svc/dashboard-sdk'

export const signInPath = '/login'
const onboardingPath = '/onboarding'

/** Where to go instead; `next` is the path to return to afterwards. */
export interface AccessRedirect {
  readonly to: string
  readonly next?: string
}

const withNext = (to: string, requested: string): AccessRedirect =>
  requested === '/' ? { to } : { to, next: requested }

/**
 * The redirect to take if `me` may not open `page` now. `requested` is the path being opened; `next` is the return path of
 * an earlier redirect, already checked to be of this origin.
 */
export function accessRedirect(
  me: Me | undefined,
  page: Pick<Page, 'path' | 'access'>,
  requested: string,
  next?: string,
): AccessRedirect | undefined {
  if (me?.mustChangePassword) {
    if (page.path === onboardingPath) return undefined
    return page.path === signInPath
      ? { to: onboardingPath, ...(next ? { next } : {}) }
      : withNext(onboardingPath, requested)
  }
  if (page.path === onboardingPath) return me ? { to: next ?? '/' } : { to: signInPath }
  if (page.path === signInPath) return me ? { to: next ?? '/' } : undefined
  if (page.access === 'public') return undefined
  if (!me) return withNext(signInPath, requested)
  return page.access === 'admin' && !me.isAdmin ? { to: '/' } : undefined
}
