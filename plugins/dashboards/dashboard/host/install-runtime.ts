import { toast } from '@svc/dashboard-sdk'
import { createWidgetRuntime } from '@svc/widget-sdk'
import { configUpdates } from './config-updates.ts'
import { confirmations } from './confirmations.ts'
import { makePausableServers } from './pausable-servers.ts'
import { makeThemeSource } from './theme-source.ts'
import { requestOfWidget, useWidgetMutation, useWidgetQuery } from './widget-queries.ts'
import { makeWidgetTopics } from './widget-topics.ts'

const servers = makePausableServers()

/** Pauses the live updates of all widgets; the returned function resumes them. */
export const pauseLiveUpdates = servers.hold

createWidgetRuntime({
  apiBaseUrl: '',
  useQuery: useWidgetQuery,
  useMutation: useWidgetMutation,
  request: requestOfWidget,
  servers,
  topics: makeWidgetTopics(),
  theme: makeThemeSource(),
  onConfigUpdate: configUpdates.run,
  notify: ({ kind, message }) => toast[kind](message),
  requestConfirm: confirmations.ask,
})
