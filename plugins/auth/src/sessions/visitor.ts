import { cookieName } from './session-cookie.ts'

/** A browser that signs in. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string
  /** The token in its session cookie, which the new session replaces. */
  readonly formerToken: string | undefined
}

interface RequestInfo {
  readonly ip: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly headers: { readonly 'user-agent'?: string | undefined }
}

export const visitorOf = ({ ip, headers, cookies }: RequestInfo): Visitor => ({
  ip,
  userAgent: headers['user-agent'] ?? '',
  formerToken: cookies[cookieName],
})
