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
    sentences: [],
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
      ['plugins/alerts/src/notifications/channel-types/config-reader.ts', 'code'],
      ['plugins/alerts/src/notifications/channels/test-channel.ts', 'problem.params'],
      ['plugins/auth/src/oauth/oauth-error.ts', 'this.text.code'],
      ['plugins/auth/src/oauth/oauth-error.ts', 'undefined'],
      ['plugins/enrollment/src/authority.ts', 'params'],
      ['plugins/monitors/src/checks/config-reader.ts', 'code'],
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
]
