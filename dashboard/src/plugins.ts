import alerts from '@svc/plugin-alerts/dashboard'
import auth from '@svc/plugin-auth/dashboard'
import boards from '@svc/plugin-dashboards/dashboard'
import enrollment from '@svc/plugin-enrollment/dashboard'
import geoip from '@svc/plugin-geoip/dashboard'
import metrics from '@svc/plugin-metrics/dashboard'
import mobile from '@svc/plugin-mobile/dashboard'
import monitors from '@svc/plugin-monitors/dashboard'
import probes from '@svc/plugin-probes/dashboard'
import processes from '@svc/plugin-processes/dashboard'
import system from '@svc/plugin-system/dashboard'
import widgets from '@svc/plugin-widgets/dashboard'

/** The dashboards of the first-party plugins. Only those of running plugins are shown. */
export const dashboards = [
  system,
  auth,
  enrollment,
  boards,
  metrics,
  alerts,
  probes,
  monitors,
  geoip,
  processes,
  mobile,
  widgets,
]
