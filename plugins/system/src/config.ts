import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  scheduler: Type.Object({
    timezone: Type.String({
      default: 'UTC',
      format: 'timezone',
      description: 'IANA time zone of traffic and billing days and of scheduled tasks',
    }),
  }),
  retention: Type.Object({
    audit_logs_days: Type.Integer({ default: 180, minimum: 1, description: 'days audit log entries are kept' }),
    runs_days: Type.Integer({
      default: 400,
      minimum: 1,
      maximum: 3650,
      description: 'days the run times of the server are kept; they distinguish its own downtime from that of hosts',
    }),
  }),
})
