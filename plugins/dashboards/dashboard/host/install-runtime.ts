import { toast } from '@svc/dashboard-sdk'
import { createWidgetRuntime } from '@svc/widget-sdk'
import { configUpdates } from './config-updates.js'
import { makeHeldServers } from './held-servers.js'
import { questions } from './questions.js'
import { makeThemeSource } from './theme-snapshot.js'
import { requestOfWidget, useWidgetMutation, useWidgetQuery } from './widget-queries.js'

const servers = makeHeldServers()

/** Stops the live figures of all widgets; the returned function lets them go on. */
export const holdFigures = servers.hold

createWidgetRuntime({
  apiBaseUrl: '',
  useQuery: useWidgetQuery,
  useMutation: useWidgetMutation,
  request: requestOfWidget,
  servers,
  theme: makeThemeSource(),
  onConfigUpdate: configUpdates.run,
  notify: ({ kind, message }) => toast[kind](message),
  requestConfirm: questions.ask,
})
