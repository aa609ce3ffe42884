import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  retention: Type.Object({
    audit_logs_days: Type.Integer({ default: 180, minimum: 1, description: 'days the audit log is kept' }),
  }),
})
