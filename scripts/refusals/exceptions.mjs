/**
 * Error messages that need no Chinese translation, and why: only programs can receive them, or the page shows a text of
 * its own instead. `in` lists files or folders whose messages are all exempt.
 *
 * @type {readonly { why: string, in?: readonly string[], sentences?: readonly string[] }[]}
 */
export const untranslated = [
  {
    why: 'pages do not use API keys',
    sentences: ['not with an API key; sign in for this'],
  },
  {
    why: 'pages always send the right method, content type and protocol',
    sentences: [
      'This address speaks WebSocket',
      'the body is not valid JSON',
      'the request is malformed: 7',
      'this is not HTTP',
      'the request took too long',
      'The request headers are too large',
    ],
  },
  {
    why: 'pages fill in these fields themselves',
    sentences: [
      'alert_key must be `<rule id>:<server id>`',
      'must be the `next` value of a previous response',
      'must be empty; actions are not supported yet',
      'is not used by conditions of type 7',
      'is an unknown field; known fields are 7',
      'must be true or false',
      'must be 7',
      'must be a string',
      'must be a number',
      'must be an integer',
      'must be a boolean',
      'must be an array',
      'must be null',
      'must be finite',
      'must not have the member 7',
      'must map names to texts',
      'must be an object',
    ],
  },
  {
    why: 'pages format the times and dates they send',
    sentences: [
      'must be an RFC 3339 instant such as 2026-01-31T12:00:00Z',
      'must be an RFC 3339 instant with offset, for example 2026-01-31T08:00:00Z',
    ],
  },
  {
    why: 'carries its own Chinese text, which the channel page shows',
    sentences: ['the test was not delivered: 7'],
  },
  {
    why: 'shown as the result of a check, which has texts in both languages',
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
    why: 'a message that is translated on its own',
    sentences: ['7'],
  },
  {
    why: 'the dashboard has a text for the top-level code of the response, with the seconds to wait',
    sentences: ['try again in 1 second', 'try again in 7 seconds'],
  },
  {
    why: 'fields and rules, which `details` contains one by one',
    sentences: ['query parameter 7 7', 'query parameter cursor must be the `next` value of a previous response'],
  },
]

/**
 * Expressions from which no message can be extracted, and why no message is missed by that.
 *
 * @type {readonly { why: string, at: readonly [file: string, expression: string][] }[]}
 */
export const unextractable = [
  {
    why: 'wraps a message of its caller, where it is extracted',
    at: [
      ['sdk/plugin/src/api-error.ts', 'params'],
      ['plugins/geoip/src/routes.ts', 'message_text.params'],
      ['sdk/plugin/src/api-error.ts', 'textCode'],
      ['plugins/dashboards/src/parse-widgets.ts', 'rule.code'],
      ['plugins/probes/src/network/target-catalog.ts', 'undefined'],
      ['plugins/alerts/src/notifications/channel-types/config-reader.ts', 'rule'],
      ['plugins/auth/src/oauth/oauth-error.ts', 'this.text.code'],
      ['plugins/auth/src/oauth/oauth-error.ts', 'undefined'],
      ['plugins/enrollment/src/authority.ts', 'params'],
      ['plugins/monitors/src/checks/config-reader.ts', 'rule'],
      ['plugins/monitors/src/checks/read-target.ts', 'target.rule'],
      ['plugins/probes/src/validation.ts', 'parsed.rule'],
      ['plugins/widgets/src/modules/read-package.ts', 'error.message'],
      ['plugins/widgets/src/modules/read-package.ts', 'error.text.code'],
    ],
  },
  {
    why: 'fields and rules, which `details` contains one by one',
    at: [
      ['kernel/src/http/error-response.ts', 'undefined'],
      ['sdk/plugin/src/api-error.ts', 'undefined'],
      ['sdk/plugin/src/time-range.ts', 'undefined'],
    ],
  },
  {
    why: 'carries its own Chinese text, which the channel page shows',
    at: [['plugins/alerts/src/notifications/channels/test-channel.ts', 'en']],
  },
]
