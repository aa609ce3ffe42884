import { type Static, Type } from '@sinclair/typebox'
import { AllowPrivate } from '@svc/plugin-system/contract'

/** A name, an IPv4 address or an IPv6 address in brackets, and a port. */
const canaryTarget = '^([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}$'

export const config = Type.Object({
  alerts: Type.Object({
    default_rules: Type.Boolean({
      default: true,
      description: 'creates the first alert rules at the first start: server offline, disk almost full',
    }),
  }),
  notifications: Type.Object({
    language: Type.Union([Type.Literal('en'), Type.Literal('zh')], {
      default: 'en',
      description: 'language of notifications: `en` or `zh`',
    }),
    allow_private: AllowPrivate('private address ranges that notifications may be sent to, for example 10.0.0.0/8'),
    canary_targets: Type.Array(Type.String({ pattern: canaryTarget, maxLength: 260 }), {
      default: [],
      maxItems: 10,
      description:
        '`host:port` of TCP services outside your network, for example `1.1.1.1:443`; when most agents are lost at once and none of them accepts a connection, one message says that this server lost its network',
    }),
  }),
  smtp: Type.Object({
    host: Type.String({ default: '', maxLength: 253, description: 'mail server; may be on a private network' }),
    port: Type.Integer({ default: 587, minimum: 1, maximum: 65_535, description: 'port of the mail server' }),
    username: Type.String({ default: '', description: 'empty: no authentication' }),
    password: Type.String({ default: '', secret: true, description: 'password of that user' }),
    security: Type.Union([Type.Literal('starttls'), Type.Literal('tls'), Type.Literal('none')], {
      default: 'starttls',
      description: '`starttls`, `tls` or `none`; never falls back to plain text',
    }),
  }),
  resend: Type.Object({
    api_key: Type.String({
      default: '',
      secret: true,
      description: 'sends email through Resend instead of a mail server',
    }),
    base_url: Type.String({
      format: 'base-url',
      default: 'https://api.resend.com',
      description: 'URL of the Resend API',
    }),
  }),
  telegram: Type.Object({
    base_url: Type.String({
      format: 'base-url',
      default: 'https://api.telegram.org',
      description: 'Bot API server; may be on a private network',
    }),
  }),
  retention: Type.Object({
    alert_events_days: Type.Integer({
      default: 90,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep the alert history',
    }),
    notification_deliveries_days: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep finished deliveries',
    }),
  }),
})
export type AlertsConfig = Static<typeof config>
