/**
 * Access control: every registered route is compared with its row in `test/access.ts` of the plugin that registers it.
 * A route without a row fails the test, and so does a row without a route.
 */

/** Callers: anonymous, a member, an admin, and admins whose credential is expired, flagged or revoked. */
export const states = ['anonymous', 'member', 'admin', 'expired', 'flagged', 'revoked'] as const
export type State = (typeof states)[number]

/** How the credential is sent: session cookie, API key, session as bearer token, or mobile access token. */
export const ways = ['cookie', 'api_key', 'bearer', 'mobile'] as const
export type Way = (typeof ways)[number]

/** `in`: access is granted; the handler may still reject the empty request. */
export type Verdict = 'in' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'MUST_CHANGE_PASSWORD'
type Expected = (state: State, way: Way) => Verdict

const signedIn: Expected = (state) =>
  state === 'member' || state === 'admin' ? 'in' : state === 'flagged' ? 'MUST_CHANGE_PASSWORD' : 'UNAUTHORIZED'

const without = (verdict: Verdict): Verdict => (verdict === 'in' ? 'FORBIDDEN' : verdict)

const kinds = {
  /** no authentication */
  public: () => 'in',
  /** any signed-in user */
  member: signedIn,
  /** as `member`, and also open to users who must change their password first */
  always: (state, way) => (state === 'flagged' ? 'in' : signedIn(state, way)),
  admin: (state, way) => (state === 'member' ? 'FORBIDDEN' : signedIn(state, way)),
  /** signed in with a mobile token; a session sent as bearer token passes the access check too */
  phone: (state, way) =>
    way === 'mobile' || way === 'bearer' || signedIn(state, way) !== 'in' ? signedIn(state, way) : 'UNAUTHORIZED',
  /** the forced password change: only for flagged accounts */
  flagged: (state, way) => (state === 'flagged' ? 'in' : without(signedIn(state, way))),
  /** a run token or an enrollment code; user credentials are rejected */
  agent: () => 'UNAUTHORIZED',
  /** WebSocket for signed-in users: no upgrade for flagged accounts */
  live: (state, way) => (state === 'flagged' ? 'UNAUTHORIZED' : signedIn(state, way)),
  /** as `live`, for admins only */
  adminLive: (state, way) =>
    state === 'member' ? 'FORBIDDEN' : state === 'flagged' ? 'UNAUTHORIZED' : signedIn(state, way),
} satisfies Record<string, Expected>

export const expected: Record<keyof typeof kinds, Expected> = kinds

/** Routes of a plugin, such as `GET /api/things/:id`, and the kind of access to each. */
export type AccessRows = Readonly<Record<string, keyof typeof kinds>>

/** The access rows of a plugin, for its `test/access.ts`. */
export const defineAccess = (rows: AccessRows): AccessRows => rows
