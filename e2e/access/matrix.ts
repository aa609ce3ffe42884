/**
 * Who may do what: the one table that every registered route is compared with. A route without a row here fails the
 * test, and so does a row without a route.
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

export const matrix: Record<string, keyof typeof kinds> = {
  'GET /healthz': 'public',
  'GET /api/about': 'public',
  'GET /api-docs/openapi.json': 'public',

  'POST /api/auth/login': 'public',
  'POST /api/auth/logout': 'always',
  'GET /api/auth/me': 'always',
  'POST /api/auth/onboarding': 'flagged',
  'PUT /api/auth/password': 'member',
  'GET /api/auth/sessions': 'member',
  'DELETE /api/auth/sessions/:id': 'member',
  'GET /api/auth/api-keys': 'member',
  'POST /api/auth/api-keys': 'adminPerson',
  'DELETE /api/auth/api-keys/:id': 'member',
  'GET /api/auth/2fa/status': 'member',
  'POST /api/auth/2fa/setup': 'person',
  'POST /api/auth/2fa/enable': 'person',
  'POST /api/auth/2fa/disable': 'person',
  'POST /api/auth/2fa/recovery-codes': 'person',
  'GET /api/auth/oauth/providers': 'public',
  'GET /api/auth/oauth/:provider': 'public',
  'GET /api/auth/oauth/:provider/callback': 'public',
  'POST /api/auth/oauth/second-factor': 'public',
  'GET /api/auth/oauth/accounts': 'member',
  'DELETE /api/auth/oauth/accounts/:id': 'member',
  'GET /api/users': 'admin',
  'POST /api/users': 'admin',
  'GET /api/users/:id': 'admin',
  'PUT /api/users/:id': 'admin',
  'DELETE /api/users/:id': 'admin',

  'POST /api/mobile/auth/login': 'public',
  'POST /api/mobile/auth/refresh': 'public',
  'POST /api/mobile/auth/revoke': 'public',
  'POST /api/mobile/auth/recover': 'public',
  'POST /api/mobile/auth/pair': 'public',
  'POST /api/mobile/auth/logout': 'phone',
  'GET /api/mobile/auth/devices': 'member',
  'DELETE /api/mobile/auth/devices/:id': 'member',
  'POST /api/mobile/pair': 'browser',

  'GET /api/servers': 'member',
  'POST /api/servers': 'admin',
  'GET /api/servers/:id': 'member',
  'PUT /api/servers/:id': 'admin',
  'DELETE /api/servers/:id': 'admin',
  'POST /api/servers/batch-delete': 'admin',
  'POST /api/servers/batch-update': 'admin',
  'DELETE /api/servers/cleanup': 'admin',
  'GET /api/servers/:id/tags': 'member',
  'PUT /api/servers/:id/tags': 'admin',
  'GET /api/server-groups': 'member',
  'POST /api/server-groups': 'admin',
  'PUT /api/server-groups/:id': 'admin',
  'DELETE /api/server-groups/:id': 'admin',
  'GET /api/servers/:id/agent-authority': 'member',
  'DELETE /api/servers/:id/agent-authority': 'admin',
  'POST /api/servers/:id/agent-authority/re-enrollment': 'admin',
  'POST /api/servers/:id/agent-authority/offers': 'admin',
  'POST /api/servers/:id/agent-authority/offers/:offer_id/replace': 'admin',
  'DELETE /api/servers/:id/agent-authority/offers/:offer_id': 'admin',
  'GET /api/agent-authority/events': 'member',
  'POST /api/agent/register': 'agent',
  'WS /api/agent/ws': 'agent',
  'WS /api/ws/servers': 'live',

  'GET /api/servers/:id/records': 'member',
  'GET /api/servers/:id/gpu-records': 'member',
  'GET /api/servers/:id/gaps': 'member',
  'GET /api/overview': 'member',
  'GET /api/servers/:id/cost-insights': 'member',
  'GET /api/cost/overview': 'member',
  'GET /api/servers/:id/traffic': 'member',
  'GET /api/servers/:id/uptime-daily': 'member',
  'GET /api/servers/:id/uptime': 'member',
  'GET /api/traffic/calendar': 'member',
  'GET /api/traffic/overview': 'member',
  'GET /api/traffic/overview/daily': 'member',
  'GET /api/traffic/:server_id/daily': 'member',
  'GET /api/traffic/:server_id/cycle': 'member',

  'GET /api/service-monitors': 'member',
  'POST /api/service-monitors': 'admin',
  'GET /api/service-monitors/:id': 'member',
  'PUT /api/service-monitors/:id': 'admin',
  'DELETE /api/service-monitors/:id': 'admin',
  'GET /api/service-monitors/:id/records': 'member',
  'GET /api/service-monitors/:id/summary': 'member',
  'POST /api/service-monitors/:id/check': 'admin',
  'GET /api/alert-rule-types': 'admin',
  'GET /api/alert-rules': 'admin',
  'POST /api/alert-rules': 'admin',
  'GET /api/alert-rules/:id': 'admin',
  'PUT /api/alert-rules/:id': 'admin',
  'DELETE /api/alert-rules/:id': 'admin',
  'GET /api/alert-rules/:id/states': 'admin',
  'GET /api/alert-events': 'member',
  'GET /api/alert-events/:alert_key': 'member',
  'GET /api/alert-history': 'member',

  'GET /api/notification-types': 'admin',
  'GET /api/notifications': 'admin',
  'POST /api/notifications': 'admin',
  'POST /api/notifications/test': 'admin',
  'GET /api/notifications/:id': 'admin',
  'PUT /api/notifications/:id': 'admin',
  'DELETE /api/notifications/:id': 'admin',
  'POST /api/notifications/:id/test': 'admin',
  'GET /api/notification-groups': 'admin',
  'POST /api/notification-groups': 'admin',
  'GET /api/notification-groups/:id': 'admin',
  'PUT /api/notification-groups/:id': 'admin',
  'DELETE /api/notification-groups/:id': 'admin',
  'GET /api/notification-deliveries': 'admin',
  'POST /api/notification-deliveries/:id/retry': 'admin',

  'GET /api/ping-tasks': 'member',
  'POST /api/ping-tasks': 'admin',
  'GET /api/ping-tasks/:id': 'member',
  'PUT /api/ping-tasks/:id': 'admin',
  'DELETE /api/ping-tasks/:id': 'admin',
  'GET /api/ping-tasks/:id/records': 'member',
  'GET /api/ping-tasks/:id/series': 'member',
  'GET /api/network-probes/targets': 'member',
  'POST /api/network-probes/targets': 'admin',
  'PUT /api/network-probes/targets/:id': 'admin',
  'DELETE /api/network-probes/targets/:id': 'admin',
  'GET /api/network-probes/setting': 'member',
  'PUT /api/network-probes/setting': 'admin',
  'GET /api/network-probes/overview': 'member',
  'GET /api/servers/:id/network-probes/targets': 'member',
  'PUT /api/servers/:id/network-probes/targets': 'admin',
  'GET /api/servers/:id/network-probes/records': 'member',
  'GET /api/servers/:id/network-probes/summary': 'member',
  'GET /api/servers/:id/network-probes/anomalies': 'member',

  'GET /api/geoip/status': 'member',
  'POST /api/geoip/download': 'admin',

  'GET /api/plugins': 'member',
  'PUT /api/plugins/:id': 'admin',
  'GET /api/audit-logs': 'admin',
  'DELETE /api/audit-logs': 'admin',
  'GET /api/audit-logs/options': 'admin',
  'GET /api/admin/rate-limit': 'admin',
  'POST /api/admin/rate-limit/reset': 'admin',
  'GET /api/settings/brand': 'public',
  'PUT /api/settings/brand': 'admin',

  'GET /api/dashboards': 'member',
  'GET /api/dashboards/default': 'member',
  'GET /api/dashboards/:id': 'member',
  'GET /api/dashboards/:id/export': 'member',
  'POST /api/dashboards': 'admin',
  'POST /api/dashboards/import': 'admin',
  'POST /api/dashboards/:id/copy': 'admin',
  'PUT /api/dashboards/:id': 'admin',
  'PATCH /api/dashboards/:id/widgets/:widgetId/config': 'admin',
  'DELETE /api/dashboards/:id': 'admin',

  'GET /api/widget-modules': 'member',
  'GET /api/widget-modules/:id/*': 'member',
  'POST /api/widget-modules': 'admin',
  'PUT /api/widget-modules/:id': 'admin',
  'DELETE /api/widget-modules/:id': 'admin',
}
