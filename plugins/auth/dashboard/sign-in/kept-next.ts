import { localPath } from './oauth-address.ts'

const key = 'svc.auth.next'

/** Keeps, in this tab, where a sign-in at a provider leads: what comes back of a failed one does not tell. */
export function keepNext(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
  } catch {
    // a browser that keeps nothing: the sign-in leads to the first page then
  }
}

/** Where the sign-in at a provider that was begun last in this tab should have led. */
export function keptNext(): string | undefined {
  try {
    return localPath(sessionStorage.getItem(key) ?? undefined)
  } catch {
    return undefined
  }
}
