import { localPath } from './oauth-address.ts'

const key = 'svc.auth.next'

/** Stores in this tab where a provider sign-in should end; a failed one comes back without that path. */
export function saveNext(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
  } catch {
    // no session storage: the sign-in ends on the start page
  }
}

/** Target path of the last provider sign-in started in this tab. */
export function savedNext(): string | undefined {
  try {
    return localPath(sessionStorage.getItem(key) ?? undefined)
  } catch {
    return undefined
  }
}
