/** The rules that a target may break: sentences without subject, by the code of their text in `locales`. */
const rules = {
  'probe-target.TOO_LONG': 'must have at most 2048 characters',
  'probe-target.CONTROL_CHARACTERS': 'must not contain control characters or surrounding spaces',
  'probe-target.NOT_A_HOST': 'must contain a host name or an IP address',
  'probe-target.NOT_HOST_AND_PORT': 'must be host, host:port or [address]:port',
  'probe-target.NOT_A_PORT': 'must have a port from 1 to 65535',
  'probe-target.NOT_A_URL': 'must be an http or https URL',
  'probe-target.HAS_CREDENTIALS': 'must not contain a user name or password',
  'probe-target.LOCALHOST': 'must not be localhost',
  'probe-target.FORBIDDEN_ADDRESS': 'must not be a loopback, link-local or cloud metadata address',
} as const

/** The code of a rule that a target may break. */
export type TargetRule = keyof typeof rules

/** The English sentence of a rule, for agents, which have no texts. */
export const describeRule = (rule: TargetRule): string => rules[rule]
