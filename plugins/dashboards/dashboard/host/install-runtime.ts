import { toast } from '@svc/dashboard-sdk'
import { createWidgetRuntime } from '@svc/widget-sdk'
import { configUpdates } from './config-updates.ts'
import { makeHeldServers } from './held-servers.ts'
import { questions } from './questions.ts'
import { makeThemeSource } from './theme-snapshot.ts'
import { requestOfWidget, useWidgetMutation, useWidgetQuery } from './widget-queries.ts'

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
