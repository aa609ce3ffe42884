export const rulesPath = '/api/alert-rules'
export const backtestPath = '/api/alert-rules/backtest'
export const ruleTypesPath = '/api/alert-rule-types'
export const ruleTasksPath = '/api/alert-tasks'
export const eventsPath = '/api/alert-events'
export const silencesPath = '/api/alert-silences'
export const historyPath = '/api/alert-history'
export const channelsPath = '/api/notifications'
export const channelTypesPath = '/api/notification-types'
export const groupsPath = '/api/notification-groups'
export const alertGroupsPath = '/api/alert-groups'
export const noisePath = '/api/alert-groups/noise'
export const dependenciesPath = '/api/alert-dependencies'
export const dependencyTargetsPath = '/api/alert-dependency-targets'
export const deliveriesPath = '/api/notification-deliveries'

/** The path of one item of a list. */
export const itemPath = (path: string, id: string | number): string => `${path}/${encodeURIComponent(id)}`

/** The newest events, on the home page. */
export const newestEvents = { path: eventsPath, search: { limit: 5 } } as const
export const actionsPath = '/api/alert-actions'
