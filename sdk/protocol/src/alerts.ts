import { Type } from '@sinclair/typebox'
import { defineMessage } from './message.ts'
import { str } from './types.ts'

/** Server to browser: an alert fired or resolved; read the list again by REST. */
export const AlertChanged = defineMessage('alert_changed', {
  alert_key: str(),
  server_id: str(),
  status: Type.Union([Type.Literal('firing'), Type.Literal('resolved')]),
})

/** Server to browser: a service monitor was checked, made, changed or deleted; read it again by REST. */
export const ServiceMonitorChanged = defineMessage('service_monitor_changed', { monitor_id: str() })
