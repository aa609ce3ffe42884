import { defineMessage } from './message.ts'
import { str } from './types.ts'

/** Server to browser: a board was made, changed or deleted; read it again by REST. */
export const DashboardsChanged = defineMessage('dashboards_changed', { dashboard_id: str() })

/** Server to browser: widget modules were installed, switched, replaced or removed; read the list again by REST. */
export const WidgetModulesChanged = defineMessage('widget_modules_changed', {})
