import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  terminal: Type.Object({
    shell: Type.String({
      default: '',
      pattern: '^(|/.*|[A-Za-z]:\\\\.*)$',
      description: "absolute path of the shell; empty: the login shell of the agent's user",
    }),
    max_sessions: Type.Integer({
      default: 3,
      minimum: 1,
      maximum: 32,
      description: 'terminal sessions that may be open at the same time',
    }),
    require_passkey: Type.Boolean({
      default: false,
      description:
        'each session is approved with a passkey of `svc-agent passkey add`, and encrypted between browser and agent',
    }),
  }),
})
