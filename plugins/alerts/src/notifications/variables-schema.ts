/*
 * Pages read this file as well, so it imports nothing.
 */

/** What `{{name}}` may name in a template. */
export const variableNames = [
  'server_name',
  'server_id',
  'rule_name',
  'rule_id',
  'source',
  'severity',
  'event',
  'message',
  'time',
  'cpu',
  'memory',
  'group_id',
  'count',
] as const
