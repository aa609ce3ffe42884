/**
 * Who may do what: every registered route is compared with its row, which is in `test/access.ts` of the plugin that
 * registers it. A route without a row fails the test, and so does a row without a route.
 */

/** Who calls: nobody, a member, an admin, and admins whose credential ran out, is flagged or was revoked. */
export const states = ['anonymous', 'member', 'admin', 'expired', 'flagged', 'revoked'] as const
export type State = (typeof states)[number]

/** How the credential is shown: a session in the cookie, an API key, a session or a phone's token as bearer. */
export const ways = ['cookie', 'api_key', 'bearer', 'mobile'] as const
export type Way = (typeof ways)[number]

/** `in`: past every check of who calls; what the handler then says of an empty request is not the matter here. */
export type Verdict = 'in' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'MUST_CHANGE_PASSWORD'
type Expected = (state: State, way: Way) => Verdict

const signedIn: Expected = (state) =>
  state === 'member' || state === 'admin' ? 'in' : state === 'flagged' ? 'MUST_CHANGE_PASSWORD' : 'UNAUTHORIZED'

const without = (verdict: Verdict): Verdict => (verdict === 'in' ? 'FORBIDDEN' : verdict)

const kinds = {
  /** nobody is asked */
  public: () => 'in',
  /** any signed-in user */
  member: signedIn,
  /** as `member`, and the only things a user can do who must change the password first */
  always: (state, way) => (state === 'flagged' ? 'in' : signedIn(state, way)),
  admin: (state, way) => (state === 'member' ? 'FORBIDDEN' : signedIn(state, way)),
  /** as `member` and `admin`, but only for people: an API key must not make what outlives it */
  person: (state, way) => (way === 'api_key' ? without(signedIn(state, way)) : signedIn(state, way)),
  adminPerson: (state, way) =>
    state === 'member' || way === 'api_key' ? without(signedIn(state, way)) : signedIn(state, way),
  /** as `person`, and not with a phone either: its tokens end sooner than what this makes */
  browser: (state, way) =>
    way === 'api_key' || way === 'mobile' ? without(signedIn(state, way)) : signedIn(state, way),
  /** signed in with a bearer token; that of a browser's session is then told that it is no phone's */
  phone: (state, way) =>
    way === 'mobile' || way === 'bearer' || signedIn(state, way) !== 'in' ? signedIn(state, way) : 'UNAUTHORIZED',
  /** the forced first change: open to flagged accounts and to nobody else */
  flagged: (state, way) =>
    state !== 'flagged' ? without(signedIn(state, way)) : way === 'api_key' ? 'FORBIDDEN' : 'in',
  /** a run token or an enrollment code; no user's credential is one */
  agent: () => 'UNAUTHORIZED',
  /** a WebSocket of signed-in users: no upgrade for flagged accounts */
  live: (state, way) => (state === 'flagged' ? 'UNAUTHORIZED' : signedIn(state, way)),
} satisfies Record<string, Expected>

export const expected: Record<keyof typeof kinds, Expected> = kinds

/** Routes of a plugin, `GET /api/things/:id`, and who they are for. */
export type AccessRows = Readonly<Record<string, keyof typeof kinds>>

/** The rows of a plugin, for `test/access.ts` of its folder. */
export const defineAccess = (rows: AccessRows): AccessRows => rows
