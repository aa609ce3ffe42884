import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  outbound: Type.Object({
    allow_private: Type.Array(Type.String({ format: 'cidr' }), {
      default: [],
      description: 'private address ranges that requests to the outside may reach',
    }),
  }),
  retention: Type.Object({
    audit_logs_days: Type.Integer({ default: 180, minimum: 1, description: 'days the audit log is kept' }),
    runs_days: Type.Integer({
      default: 400,
      minimum: 1,
      maximum: 3650,
      description:
        'days it is remembered when the program was running, which tells its own outages from those of hosts',
    }),
  }),
})
