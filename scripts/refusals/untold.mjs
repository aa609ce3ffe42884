/**
 * Sentences that nobody reads on a page, and why: only programs can meet them, or the page has a text of its own for
 * them. An entry of `in` is a folder or file all of whose sentences are meant.
 *
 * @type {readonly { why: string, in?: readonly string[], sentences?: readonly string[] }[]}
 */
export const untold = [
  {
    why: 'what a phone is answered, never a page',
    in: ['plugins/mobile/src/recovery/', 'plugins/mobile/src/routes/revoke-route.ts'],
    sentences: [
      'MUST_CHANGE_PASSWORD: sign in to the web page and choose a new password first',
      'the pairing code is unknown, used or expired',
      'the bearer token does not belong to a mobile session',
      'not allowed with a phone token; pair on the web page',
    ],
  },
  {
    why: 'what an agent is answered that registers',
    in: ['plugins/enrollment/src/routes/register-route.ts'],
    sentences: ['proposed_run_token belongs to another server; generate a new one'],
  },
  {
    why: 'pages hold no API key',
    sentences: ['not with an API key; sign in for this'],
  },
  {
    why: 'pages ask with the method, the kind of content and the protocol that an address has',
    sentences: ['This address speaks WebSocket', 'the body is not valid JSON'],
  },
  {
    why: 'pages fill these members in themselves: nobody types them',
    sentences: [
      'alert_key must be `<rule id>:<server id>`',
      'must be the `next` value of a previous response',
      'must be the id of an account',
      'must be empty; actions are not supported yet',
      'is not used by conditions of type 7',
      'is an unknown field; known fields are 7',
      'must be true or false',
      'must map names to texts',
      'must have one of 7',
      'must be an updated_at value from a response',
      'must be valid JSON',
      'must be an object',
      'must be names of metrics with commas between them: 7',
      'must have 1 to 128 characters and no whitespace',
      'must be an IP address, or an IPv6 network as listed',
      'must start with /api/brand/',
      'send one file in the multipart field `file`, or a URL in the query parameter `url`',
    ],
  },
  {
    why: 'pages send instants and dates that they write themselves',
    sentences: [
      'must be an RFC 3339 instant such as 2026-01-31T12:00:00Z',
      'must be an RFC 3339 instant with offset, for example 2026-01-31T08:00:00Z',
      'must be an RFC 3339 time with offset, for example 2030-01-31T00:00:00Z',
      'must be a date such as 2026-01-31',
      'must not be before 1970',
    ],
  },
  {
    why: 'what scripts of a widget module are answered',
    in: ['plugins/widgets/src/modules/assets.ts', 'plugins/widgets/src/routes/asset-route.ts'],
  },
  {
    why: 'brings its own Chinese words, which the channels show',
    sentences: ['the test was not delivered: 7'],
  },
  {
    why: 'the sign-in asks for the code then',
    sentences: ['Validation error: 2fa_required'],
  },
  {
    why: 'told by the check of a monitor, in both languages',
    sentences: [
      '7 did not answer in time',
      '7:7 did not answer in time',
      'the request to 7:7 was aborted',
      'TLS handshake with 7:7 failed',
      '7:7 did not respond',
      'no registry answered in time',
    ],
  },
  {
    why: 'of a file and what is wrong with it, which is told by itself',
    sentences: ['7: 7'],
  },
  {
    why: 'of a field and its rule, which `details` bring one by one',
    sentences: [
      '7 7',
      '7 must be from 7 to 7',
      'query parameter 7',
      'query parameter 7 7',
      'query parameter after must be the id of an account',
      'query parameter cursor must be the `next` value of a previous response',
      'query parameter 7 must be an RFC 3339 instant such as 2026-01-31T12:00:00Z',
      'path parameter 7',
      'header 7',
    ],
  },
]

/**
 * What no sentence can be read from here, and why that hides none.
 *
 * @type {readonly { why: string, at: readonly [file: string, expression: string][] }[]}
 */
export const unreadable = [
  {
    why: 'makes errors of the sentences that others give it, which are read there',
    at: [
      ['kernel/src/offload.ts', 'message'],
      ['sdk/plugin/src/http.ts', 'message'],
      ['plugins/alerts/src/notifications/channel-types/config-reader.ts', 'rule'],
      ['plugins/enrollment/src/authority.ts', 'message'],
      ['plugins/monitors/src/checks/config-reader.ts', 'rule'],
      ['plugins/monitors/src/checks/read-target.ts', 'target.rule'],
      ['plugins/probes/src/validation.ts', 'read.rule'],
      ['plugins/widgets/src/install/rejection.ts', 'sentence'],
      ['plugins/widgets/src/install/rejection.ts', 'error.message'],
      ['plugins/widgets/src/install/fetch-package.ts', 'error.message'],
    ],
  },
  {
    why: 'of fields and rules, which `details` bring one by one',
    at: [
      ['kernel/src/http/failure.ts', 'sentence'],
      ['plugins/enrollment/src/validation.ts', 'message'],
    ],
  },
  {
    why: 'what the HTTP server says of requests that no browser makes',
    at: [['kernel/src/http/failure.ts', 'message']],
  },
  {
    why: 'brings its own Chinese words, which the channels show',
    at: [['plugins/alerts/src/notifications/channels/test-channel.ts', 'en']],
  },
  {
    why: 'browsers are sent to a page that has a text for each kind',
    at: [['plugins/auth/src/oauth/oauth-error.ts', 'this.message']],
  },
]
