import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, Nullable, nameSchemas, OneOf, Timestamp } from '@svc/plugin-sdk'

/** Why alerts belong together; `alert`: an alert of its own. */
export const causes = ['network', 'dependency', 'target', 'server_group', 'location', 'alert'] as const
const CauseKind = OneOf(...causes)

/** Alerts that were sent as one message. */
export const AlertGroup = Type.Object({
  id: Type.String({ description: '`group_id` in templates of webhooks' }),
  cause: CauseKind,
  cause_text: Nullable(CodedTextSchema),
  cause_name: Type.String(),
  notification_group: Nullable(Type.String({ description: 'name; null when it was deleted' })),
  alerts: Type.Integer(),
  firing: Type.Integer({ description: 'alerts that still fire' }),
  notices: Type.Integer({ description: 'messages that would have been sent one by one' }),
  messages: Type.Integer({ description: 'messages that were sent' }),
  first_at: Timestamp,
  closed_at: Nullable(Timestamp),
})
export type AlertGroup = Static<typeof AlertGroup>

/** How many messages grouping saved. */
export const NoiseReport = Type.Object({
  days: Type.Integer(),
  groups: Type.Integer(),
  notices: Type.Integer({ description: 'messages that would have been sent one by one' }),
  messages: Type.Integer({ description: 'messages that were sent' }),
  saved: Type.Integer(),
  causes: Type.Array(
    Type.Object({ cause: CauseKind, groups: Type.Integer(), notices: Type.Integer(), messages: Type.Integer() }),
  ),
})
export type NoiseReport = Static<typeof NoiseReport>

export const AlertGroupPage = Type.Object({
  items: Type.Array(AlertGroup),
  next: Nullable(Type.String({ description: 'cursor of the next page' })),
})
export type AlertGroupPage = Static<typeof AlertGroupPage>

const maxDependencies = 20

/** A server or monitor, and what it cannot be reached without. */
export const AlertDependency = Type.Object({
  id: Type.String(),
  kind: Type.String({ description: '`server` or `monitor`' }),
  depends_on: Type.Array(Type.String(), { description: 'ids of servers and targets' }),
})
export type AlertDependency = Static<typeof AlertDependency>

export const DependencyInput = Type.Object({
  depends_on: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: maxDependencies,
    description: 'ids of the servers and targets without which it cannot be reached',
  }),
})
export type DependencyInput = Static<typeof DependencyInput>

/** What servers and monitors can depend on besides servers. */
export const DependencyTargetView = Type.Object({
  id: Type.String(),
  kind: Type.String({ description: 'for example `probe_target`' }),
  kind_text: CodedTextSchema,
  name: Type.String(),
})
export type DependencyTargetView = Static<typeof DependencyTargetView>

nameSchemas({ AlertGroup, NoiseReport, AlertGroupPage, AlertDependency, DependencyInput, DependencyTargetView })
